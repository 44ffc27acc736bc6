module github.com/meshwork-dev/meshwork/test/dataplane

go 1.26.0

replace github.com/meshwork-dev/meshwork => ../..

require (
	github.com/onsi/gomega v1.44.0
	github.com/vishvananda/netlink v1.3.1
	github.com/vishvananda/netns v0.0.5
	golang.org/x/sys v0.48.0
)

require (
	github.com/google/go-cmp v0.7.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/text v0.42.0 // indirect
)
