package meshservice

// Name is the controller's, for --controllers, logs and metrics.
const Name = "meshservice"
