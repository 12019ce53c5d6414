package runtime

import (
	"time"
	"unsafe"
)

// FutureSizes returns the sizes of futures and promises in bytes.
func FutureSizes() map[string]uintptr {
	return map[string]uintptr{
		"Future[int]":       unsafe.Sizeof(Future[int]{}),
		"Future[string]":    unsafe.Sizeof(Future[string]{}),
		"Future[time.Time]": unsafe.Sizeof(Future[time.Time]{}),
		"Promise[int]":      unsafe.Sizeof(Promise[int]{}),
	}
}
