// Command generation measures how long resgen takes beside moq and mockery:
// whole processes, each run on a package that was just edited, so that no cache
// knows it. Run it in the folder of the benchmarks module.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "generation:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("generation", flag.ContinueOnError)
	flags.SetOutput(stderr)
	count := flags.Int("count", 5, "run each tool `n` times and take the median")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "generation")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tools, err := build(ctx, dir)
	if err != nil {
		return err
	}
	fmt.Fprintln(stdout, "| package | tool | time | times resgen |")
	fmt.Fprintln(stdout, "|---|---|--:|--:|")
	for _, w := range workloads {
		root := filepath.Join(dir, w.name)
		if err := w.write(root); err != nil {
			return err
		}
		if err := race(ctx, stdout, tools, root, w, *count); err != nil {
			return err
		}
	}
	return nil
}

// race lets the tools take turns at a workload, so that a busy moment of the
// machine hits them all, and prints the median of each one's times.
func race(ctx context.Context, out io.Writer, tools []tool, root string, w workload, count int) error {
	tools = slices.DeleteFunc(slices.Clone(tools), func(t tool) bool { return !t.fits(w) })
	times := make([][]time.Duration, len(tools))
	for range count {
		for i, t := range tools {
			took, err := t.measure(ctx, root, w)
			if err != nil {
				return fmt.Errorf("%s on %s: %w", t.name, w.name, err)
			}
			times[i] = append(times[i], took)
		}
	}
	own := median(times[0])
	for i, t := range tools {
		took := median(times[i])
		fmt.Fprintf(out, "| %s | %s | %v | %.2f |\n",
			w.name, t.name, took.Round(time.Millisecond), float64(took)/float64(own))
	}
	return nil
}

func median(times []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(times))[len(times)/2]
}

// command runs a program in a folder, and shows what it printed if it fails.
func command(ctx context.Context, dir, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	if output, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, output)
	}
	return nil
}
