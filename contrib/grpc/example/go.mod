module github.com/go-resgen/resgen/contrib/grpc/example

go 1.26.0

tool github.com/go-resgen/resgen/cmd/resgen

require (
	github.com/go-resgen/resgen v0.0.0
	github.com/stretchr/testify v1.12.1
	google.golang.org/grpc v1.85.0
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/go-resgen/resgen/contrib/grpc v0.0.0
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/term v0.48.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260817212433-ac3dfec99bb1 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

replace (
	github.com/go-resgen/resgen => ../../../
	github.com/go-resgen/resgen/contrib/grpc => ../
)
