package endpointslice

// Name is the controller's, for --controllers, logs and metrics.
const Name = "endpointslice"
