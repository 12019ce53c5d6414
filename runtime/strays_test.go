package runtime_test

// strays is how many goroutines of the Go runtime and of earlier tests may come
// and go while a test counts its own. A storm would be thousands.
const strays = 8
