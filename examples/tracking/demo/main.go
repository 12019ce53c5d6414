// Command demo starts a carrier on a loopback port, puts it through good and
// bad phases, and prints what the policies around tracking.Client make of them.
// It ends by itself after a few seconds.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	"github.com/go-resgen/resgen/examples/tracking"
	"github.com/go-resgen/resgen/examples/tracking/carrier"
	resilience "github.com/go-resgen/resgen/runtime"
)

// pace is the pause before each scene, for a person to follow.
const pace = 400 * time.Millisecond

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, pace); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// run plays every scene and prints a summary to out.
func run(ctx context.Context, out io.Writer, pace time.Duration) error {
	server, err := carrier.Start()
	if err != nil {
		return err
	}
	defer server.Close()
	plain, err := tracking.NewHTTPClient(server.URL())
	if err != nil {
		return err
	}
	reg, err := resilience.NewRegistry()
	if err != nil {
		return err
	}
	client, err := tracking.NewResilientClient(plain, reg)
	if err != nil {
		return err
	}
	defer client.Close()

	n := narrator{narrate.New(out)}
	defer reg.Events().Subscribe(n.event)()
	n.opening(server.URL())
	s := &stage{carrier: server, client: client, narrator: n}
	if err := s.play(ctx, pace); err != nil {
		return err
	}
	n.summary(reg.Snapshot())
	return nil
}
