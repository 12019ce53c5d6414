package resilienceotel_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	resilienceotel "github.com/go-resgen/resgen/contrib/opentelemetry"
)

func TestMetricsAreReadWhenTheyAreCollected(t *testing.T) {
	p := newProgram(t)
	reader := sdk.NewManualReader()
	meter := sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("program")
	registration, err := resilienceotel.RegisterMetrics(meter, p.registry)
	require.NoError(t, err)

	before := collect(t, reader)
	require.Error(t, p.fail(t.Context()))
	after := collect(t, reader)

	for name, want := range map[string]string{
		`resilience.retry.retries{resilience.name=carrier}`:                                                            "0 2",
		`resilience.circuitbreaker.state{resilience.group=partners,resilience.name=carrier,resilience.state=closed}`:   "1 0",
		`resilience.circuitbreaker.state{resilience.group=partners,resilience.name=carrier,resilience.state=open}`:     "0 1",
		`resilience.circuitbreaker.failure_rate{resilience.group=partners,resilience.name=carrier}`:                    " 100",
		`resilience.circuitbreaker.calls{resilience.group=partners,resilience.name=carrier,resilience.outcome=failed}`: "0 2",
		`resilience.ratelimit.available_permits{resilience.name=carrier}`:                                              "10 8",
		`resilience.bulkhead.max_concurrent{resilience.name=carrier}`:                                                  "25 25",
		`resilience.timeout.timeouts{resilience.bounds=attempt,resilience.name=carrier}`:                               "0 0",
		`resilience.pipeline.fallbacks{resilience.name=carrier.Track}`:                                                 "0 0",
	} {
		assert.Equal(t, want, before[name]+" "+after[name], name)
	}
	require.NoError(t, registration.Unregister())
	assert.Empty(t, collect(t, reader))
}

func TestAnInstrumentThatCannotBeIsAnError(t *testing.T) {
	_, err := resilienceotel.RegisterMetrics(refusing{}, newProgram(t).registry)

	require.ErrorIs(t, err, errBroken)
}

func TestTheReadmeListsEveryMetric(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	reader := sdk.NewManualReader()
	p := newProgram(t)
	_, err = resilienceotel.RegisterMetrics(sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("program"), p.registry)
	require.NoError(t, err)
	require.Error(t, p.fail(t.Context()))
	names := make(map[string]bool)
	for series := range collect(t, reader) {
		name, _, _ := strings.Cut(series, "{")
		names[name] = true
	}
	for name := range names {
		assert.Contains(t, string(readme), "`"+name+"`")
	}
	for line := range strings.Lines(string(readme)) {
		if name, found := strings.CutPrefix(line, "| `resilience."); found {
			name, _, _ = strings.Cut(name, "`")
			assert.True(t, names["resilience."+name], name)
		}
	}
}

// collect returns the values by name and attributes.
func collect(t *testing.T, reader sdk.Reader) map[string]string {
	t.Helper()
	var collected metricdata.ResourceMetrics
	require.NoError(t, reader.Collect(t.Context(), &collected))
	values := make(map[string]string)
	for _, scope := range collected.ScopeMetrics {
		for _, m := range scope.Metrics {
			switch data := m.Data.(type) {
			case metricdata.Sum[int64]:
				add(values, m.Name, data.DataPoints)
			case metricdata.Gauge[float64]:
				add(values, m.Name, data.DataPoints)
			default:
				t.Errorf("%s is %T", m.Name, data)
			}
		}
	}
	return values
}

func add[N int64 | float64](values map[string]string, name string, points []metricdata.DataPoint[N]) {
	for _, p := range points {
		set := p.Attributes
		values[name+"{"+set.Encoded(attribute.DefaultEncoder())+"}"] = fmt.Sprint(p.Value)
	}
}

// A refusing meter makes no instruments.
type refusing struct{ noop.Meter }

func (refusing) Int64ObservableCounter(string, ...metric.Int64ObservableCounterOption) (metric.Int64ObservableCounter, error) {
	return nil, errBroken
}
