// Command demo starts a stock exchange on a loopback port, overloads its desks one
// after the other, and prints what the policies around quotes.Client make of it.
// It ends by itself after some seconds.
//
// The environment configures it too. With fewer histories, for example:
//
//	RESILIENCE_INSTANCES_QUOTES_CLIENT_HISTORY_RATELIMIT_LIMIT=5 go run ./examples/quotes/demo
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"time"

	"github.com/go-resgen/resgen/examples/internal/narrate"
	"github.com/go-resgen/resgen/examples/quotes"
	"github.com/go-resgen/resgen/examples/quotes/exchange"
	resilience "github.com/go-resgen/resgen/runtime"
)

// pace is the pause before each scene, for a person to follow.
const pace = 400 * time.Millisecond

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, append(environment, os.Environ()...), pace); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// run plays every scene and prints a summary to out.
func run(ctx context.Context, out io.Writer, environ []string, pace time.Duration) error {
	server, err := exchange.Start()
	if err != nil {
		return err
	}
	defer server.Close()
	plain, err := quotes.NewHTTPClient(server.URL())
	if err != nil {
		return err
	}
	settings := startSettings()
	reg, err := resilience.NewRegistry(resilience.WithOverrides(settings), resilience.WithEnv(environ))
	if err != nil {
		return err
	}
	client, err := quotes.NewResilientClient(plain, reg)
	if err != nil {
		return err
	}
	defer client.Close()

	n := narrate.New(out)
	defer resilience.LogEvents(reg.Events(), slog.New(logHandler(n)), resilience.KindTransition, resilience.KindInstanceReplaced)()
	n.Print("An exchange listens on %s. Its client is quotes.ResilientClient.\n", server.URL())
	s := &stage{exchange: server, plain: plain, client: client, registry: reg, settings: settings, narrator: n}
	if err := s.play(ctx, pace); err != nil {
		return err
	}
	return s.summary()
}
