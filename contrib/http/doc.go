// Package resiliencehttp puts the policies of a resilience pipeline around HTTP:
// Transport around the requests that a client sends, Handler around those that a
// server answers.
package resiliencehttp
