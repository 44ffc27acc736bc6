package kit

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Deployment returns a Deployment of Pods with the label app=<name>.
func Deployment(namespace, name string, replicas int32, edits ...func(*appsv1.Deployment)) *appsv1.Deployment {
	labels := map[string]string{appLabel: name}
	return edited(&appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: podSpec()},
		},
	}, edits)
}

// StatefulSet returns a StatefulSet of Pods with the label app=<name>, governed
// by the Service of the same name. Its Pods are created and deleted concurrently.
func StatefulSet(namespace, name string, replicas int32, edits ...func(*appsv1.StatefulSet)) *appsv1.StatefulSet {
	labels := map[string]string{appLabel: name}
	return edited(&appsv1.StatefulSet{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec: appsv1.StatefulSetSpec{
			Replicas: &replicas, ServiceName: name, PodManagementPolicy: appsv1.ParallelPodManagement,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: podSpec()},
		},
	}, edits)
}
