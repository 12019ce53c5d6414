package runtime_test

import (
	"context"
	"fmt"
	"time"

	resilience "github.com/go-resgen/resgen/runtime"
)

func ExampleNewRegistry() {
	reg, err := resilience.NewRegistry(
		resilience.WithOverrides(map[string]string{"instances.checkout.retry.maxAttempts": "5"}),
		resilience.WithEnv([]string{"RESILIENCE_ALL_RETRY_DELAY=1ms"}),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	retry, err := reg.Retry("checkout", resilience.DefaultRetryConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(retry.Config().MaxAttempts, retry.Config().Delay)

	_, err = resilience.NewRegistry(resilience.WithOverrides(map[string]string{"all.retry.attempts": "5"}))
	fmt.Println(err)
	// Output:
	// 5 1ms
	// resilience registry: override all.retry.attempts: retry: unknown key "attempts": did you mean maxAttempts?
}

func ExamplePolicies() {
	reg, _ := resilience.NewRegistry()
	for _, name := range []string{"tracking", "billing"} {
		if _, err := reg.CircuitBreaker(name, resilience.DefaultCircuitBreakerConfig()); err != nil {
			fmt.Println(err)
		}
	}
	for breaker := range resilience.Policies[*resilience.CircuitBreaker](reg) {
		fmt.Println(breaker.Name(), breaker.State())
	}
	// Output:
	// billing closed
	// tracking closed
}

func ExampleRegistry_Apply() {
	reg, _ := resilience.NewRegistry()
	timeout, _ := reg.Timeout("checkout", resilience.TimeoutConfig{Duration: time.Second})
	pipeline, _ := reg.Pipeline("checkout", timeout)
	remaining := func() {
		_ = pipeline.Do(context.Background(), func(ctx context.Context) (resilience.Verdict, error) {
			deadline, ok := ctx.Deadline()
			fmt.Println(time.Until(deadline).Round(time.Second), ok)
			return 0, nil
		})
	}
	remaining()
	fmt.Println(reg.Apply(map[string]string{"instances.checkout.timeout.duration": "1m"}))
	remaining()
	// Output:
	// 1s true
	// <nil>
	// 1m0s true
}
