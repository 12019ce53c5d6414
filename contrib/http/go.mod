module github.com/go-resgen/resgen/contrib/http

go 1.26.0

replace github.com/go-resgen/resgen => ../../

require (
	github.com/felixge/httpsnoop v1.1.0
	github.com/go-resgen/resgen v0.0.0
	github.com/stretchr/testify v1.12.1
	go.uber.org/goleak v1.3.0
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect
