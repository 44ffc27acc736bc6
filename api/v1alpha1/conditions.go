package v1alpha1

// Conditions of a MeshService.
const (
	// ConditionAccepted is False if a part of the Service could not be translated;
	// its reason and message describe which.
	ConditionAccepted = "Accepted"

	// ConditionAvailable is True if at least one proxy is online.
	ConditionAvailable = "Available"

	// ConditionTLSReady is True if no online proxy lacks a certificate that counts, and at
	// least one has it.
	ConditionTLSReady = "TLSReady"
)

// Conditions of a Mesh.
const (
	// ConditionReady is True while Services can join the Mesh.
	ConditionReady = "Ready"

	// ConditionVIPRangesReady is True while there is no problem with the ranges of the
	// Mesh.
	ConditionVIPRangesReady = "VIPRangesReady"

	// ConditionBackendsReady is True while there is no problem with the CA backends of the
	// Mesh, and one of them signs.
	ConditionBackendsReady = "BackendsReady"

	// ConditionRotationComplete is True when all certificates of the Mesh are from its
	// enabled backend and no other root has to be trusted for them.
	ConditionRotationComplete = "RotationComplete"
)

// Conditions of a Service of Meshwork's load-balancer class.
const (
	// ConditionVIPReady is True while the Service has an address of each of its IP
	// families.
	ConditionVIPReady = "meshwork.dev/VIPReady"

	// ConditionVIPReachable is True while kube-proxy has an endpoint for each address of
	// the Service, False while an address leads nowhere, and Unknown while the addresses
	// are left to proxies.
	ConditionVIPReachable = "meshwork.dev/VIPReachable"
)
