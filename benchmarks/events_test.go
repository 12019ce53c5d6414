package benchmarks_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/go-resgen/resgen/benchmarks/clients"
	resilience "github.com/go-resgen/resgen/runtime"
)

// A successful call, which publishes a success of its breaker and a slot taken
// and given back, with subscribers that do nothing.
func BenchmarkEvents(b *testing.B) {
	for _, subscribers := range []int{0, 1, 10} {
		b.Run(fmt.Sprintf("Subscribers%d", subscribers), func(b *testing.B) {
			reg := registry(b)
			for range subscribers {
				defer reg.Events().Subscribe(func(resilience.Event) {})()
			}
			client, err := clients.NewResilientFourPolicies(clients.Idle{}, reg)
			require.NoError(b, err)
			race(b, contender{"resgen", client})
		})
	}
}
