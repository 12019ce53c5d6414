package runtime_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	resilience "github.com/go-resgen/resgen/runtime"
)

func TestANilMatcherInAListIsRefusedBeforeAnyCallMeetsIt(t *testing.T) {
	list := []resilience.Matcher{resilience.ErrorIs(errBusy), nil}
	retry := resilience.DefaultRetryConfig()
	retry.RetryOn = list
	_, err := resilience.NewRetry("carrier", retry)
	assert.EqualError(t, err, "retry carrier: retryOn: number 2 of the list is nil")

	retry = resilience.DefaultRetryConfig()
	retry.AbortOn = list
	_, err = resilience.NewRetry("carrier", retry)
	assert.EqualError(t, err, "retry carrier: abortOn: number 2 of the list is nil")

	breaker := resilience.DefaultCircuitBreakerConfig()
	breaker.RecordOn = list
	_, err = resilience.NewCircuitBreaker("carrier", breaker)
	assert.EqualError(t, err, "circuitbreaker carrier: recordOn: number 2 of the list is nil")

	breaker = resilience.DefaultCircuitBreakerConfig()
	breaker.IgnoreOn = list
	_, err = resilience.NewCircuitBreaker("carrier", breaker)
	assert.EqualError(t, err, "circuitbreaker carrier: ignoreOn: number 2 of the list is nil")
}
