package nearmiss

import "context"

// want +1 `RG201: "// resilience:retry" is not a directive: write "//resilience:retry"`
// resilience:retry maxAttempts=3
type Client interface {
	// want +1 `RG201: "//Resilience:timeout" is not a directive: write "//resilience:timeout"`
	//Resilience:timeout 1s
	Track(ctx context.Context) error
}
