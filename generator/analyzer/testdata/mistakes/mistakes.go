package mistakes

import (
	"context"
	"net"
)

// want +2 `RG102: retry has no key "maxAttempt": did you mean maxAttempts\?`
//
//resilience:retry maxAttempt=3 retryOn=*net/url.Error
type Client interface {
	// want +1 `RG109: duration: "50" has no unit`
	//resilience:timeout 50
	Track(ctx context.Context, parcel string) (string, error)

	Label(parcel string) // want `RG301: method Label has no error result`
}

// want +2 `RG401: package net has no OpEror: did you mean OpError\?` `RG401: package mistakes declares no ErBusy: did you mean ErrBusy\?`
//
//resilience:retry retryOn=*net.OpEror,ErBusy,*net/url.Error
type Other interface {
	Track(ctx context.Context) error
}

// want +2 `RG202: //resilience:retry on func dial has no effect`
//
//resilience:retry
func dial() (net.Conn, error) {
	// want +1 `RG207: //resilience:retry stands in a function`
	//resilience:retry
	type local interface{ Do() error }
	return nil, ErrBusy
}

var ErrBusy error
