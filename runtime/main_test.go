package runtime_test

import (
	"strconv"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// needs64Bits skips a test of how many bytes something takes.
func needs64Bits(t *testing.T) {
	t.Helper()
	if strconv.IntSize != 64 {
		t.Skip("pointers are smaller here")
	}
}
