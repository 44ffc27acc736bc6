package mesh

// Name is the controller's, for --controllers, logs and metrics.
const Name = "mesh"
