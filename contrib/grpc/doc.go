// Package resiliencegrpc puts the policies of a resilience pipeline around gRPC:
// UnaryClientInterceptor around the calls that a client makes, UnaryServerInterceptor
// and StreamServerInterceptor around those that a server answers.
package resiliencegrpc
