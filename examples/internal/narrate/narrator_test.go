package narrate_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/go-resgen/resgen/examples/internal/narrate"
)

func TestLinesHaveTheTimeSinceTheBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		n := narrate.New(&out)
		n.Scene(2, "A storm", "everything fails")
		n.Say("call %d", 1)
		time.Sleep(1500 * time.Millisecond)
		n.Say("call %d took %s", 2, time.Second)
		n.Print("%d calls\n", 2)
		assert.Equal(t, "\n2. A STORM\n   everything fails\n    0.000s  call 1\n    1.500s  call 2 took 1s\n2 calls\n", out.String())
	})
}

func TestLinesOfSeveralGoroutinesStayWhole(t *testing.T) {
	var out strings.Builder
	n := narrate.New(&out)
	var talking sync.WaitGroup
	for range 8 {
		talking.Go(func() {
			n.Print("%s\n", "printed")
			_, _ = io.WriteString(n, "written\n")
		})
	}
	talking.Wait()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	assert.Len(t, lines, 16)
	for _, line := range lines {
		assert.Contains(t, []string{"printed", "written"}, line)
	}
}

func TestBriefLeavesOutTheRequest(t *testing.T) {
	refused := errors.New("connection refused")
	request := &url.Error{Op: "Get", URL: "http://127.0.0.1:1/parcels/p-1", Err: refused}
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"an error of a request":            {request, "connection refused"},
		"an error that wraps one":          {fmt.Errorf("track p-1: %w", request), "connection refused"},
		"an error that is about something": {fmt.Errorf("track p-1: %w", refused), "track p-1: connection refused"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, narrate.Brief(test.err)) })
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		narrate.Wait(t.Context(), time.Second)
		assert.Equal(t, time.Second, time.Since(start))

		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		narrate.Wait(ctx, time.Hour)
		assert.Equal(t, time.Second+time.Millisecond, time.Since(start))
	})
}
