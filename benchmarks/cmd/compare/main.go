// Command compare runs the benchmarks of this module and prints what each
// contender costs and how resgen stands to its goals, as Markdown tables. Run
// it in the module's folder, on a machine that does nothing else.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	flags.SetOutput(stderr)
	bench := flags.String("bench", ".", "run the benchmarks that match this `pattern`")
	benchtime := flags.String("benchtime", "30ms", "run each for this `duration` or count")
	count := flags.Int("count", 13, "run all `n` times and take medians")
	cpus := flags.String("cpu", "1,2", "run each with these `numbers` of processors")
	if err := flags.Parse(args); err != nil {
		return err
	}
	// One process for each sample spreads them over the whole run, so that a
	// busy moment of the machine hits one sample of many contenders and not all
	// samples of one. Many short samples outlast longer moments than few long ones.
	var output bytes.Buffer
	for range *count {
		test := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-timeout", "0", "-benchmem",
			"-bench", *bench, "-benchtime", *benchtime, "-cpu", *cpus, ".")
		test.Stdout = io.MultiWriter(&output, stderr)
		test.Stderr = stderr
		if err := test.Run(); err != nil {
			return fmt.Errorf("run benchmarks: %w", err)
		}
	}
	r, err := read(&output)
	if err != nil {
		return fmt.Errorf("read results: %w", err)
	}
	writeMeasures(stdout, r)
	fmt.Fprintln(stdout)
	writeWaits(stdout, r)
	writeGoals(stdout, r)
	return nil
}
