package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// VirtualMachinePool is a custom resource: machines outside the cluster that serve a Service.
type VirtualMachinePool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              PoolSpec `json:"spec"`
}

// PoolSpec is the specification of a VirtualMachinePool.
type PoolSpec struct {
	// Service is the name of a Service without a selector.
	Service  string           `json:"service"`
	Ports    []PoolPort       `json:"ports"`
	Machines []VirtualMachine `json:"machines"`
}

// PoolPort is a port of all machines.
type PoolPort struct {
	Name   string `json:"name"`
	Number int32  `json:"number"`
}

// VirtualMachine is one machine of a pool.
type VirtualMachine struct {
	Name string `json:"name"`
	// Addresses are IPv4 and IPv6 addresses.
	Addresses []string `json:"addresses"`
	Zone      string   `json:"zone,omitempty"`
	Healthy   bool     `json:"healthy,omitempty"`
}

// VirtualMachinePoolList is a list of pools.
type VirtualMachinePoolList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VirtualMachinePool `json:"items"`
}

// DeepCopyObject is usually generated.
func (p *VirtualMachinePool) DeepCopyObject() runtime.Object {
	copied := *p
	p.DeepCopyInto(&copied.ObjectMeta)
	copied.Spec.Ports = append([]PoolPort(nil), p.Spec.Ports...)
	copied.Spec.Machines = append([]VirtualMachine(nil), p.Spec.Machines...)
	for i := range copied.Spec.Machines {
		copied.Spec.Machines[i].Addresses = append([]string(nil), p.Spec.Machines[i].Addresses...)
	}
	return &copied
}

// DeepCopyObject is usually generated.
func (l *VirtualMachinePoolList) DeepCopyObject() runtime.Object {
	copied := *l
	copied.Items = make([]VirtualMachinePool, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopyObject().(*VirtualMachinePool)
	}
	return &copied
}

var groupVersion = schema.GroupVersion{Group: "example.com", Version: "v1"}

func addToScheme(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(groupVersion, &VirtualMachinePool{}, &VirtualMachinePoolList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
}
