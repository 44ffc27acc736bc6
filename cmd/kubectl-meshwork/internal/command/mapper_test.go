package command

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

func TestNoKindNeedsDiscovery(t *testing.T) {
	g := NewWithT(t)
	var asked string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		asked += request.URL.Path + " "
		http.NotFound(w, request)
	}))
	t.Cleanup(server.Close)
	o := &options{kubeconfig: newKubeconfig()}
	o.kubeconfig.overrides.ClusterInfo.Server = server.URL
	reader, err := o.connectToCluster()
	g.Expect(err).NotTo(HaveOccurred())

	endpoints := &metav1.PartialObjectMetadataList{}
	endpoints.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("EndpointsList"))
	for path, list := range map[string]client.ObjectList{
		"/api/v1/namespaces":                                                  &corev1.NamespaceList{},
		"/api/v1/nodes":                                                       &corev1.NodeList{},
		"/api/v1/namespaces/shop/endpoints":                                   endpoints,
		"/api/v1/namespaces/shop/events":                                      &corev1.EventList{},
		"/api/v1/namespaces/shop/pods":                                        &corev1.PodList{},
		"/api/v1/namespaces/shop/services":                                    &corev1.ServiceList{},
		"/apis/apps/v1/namespaces/shop/deployments":                           &appsv1.DeploymentList{},
		"/apis/apps/v1/namespaces/shop/statefulsets":                          &appsv1.StatefulSetList{},
		"/apis/certificates.k8s.io/v1/namespaces/shop/podcertificaterequests": &certificatesv1.PodCertificateRequestList{},
		"/apis/coordination.k8s.io/v1/namespaces/shop/leases":                 &coordinationv1.LeaseList{},
		"/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices":            &discoveryv1.EndpointSliceList{},
		"/apis/gateway.networking.k8s.io/v1/namespaces/shop/grpcroutes":       &gatewayv1.GRPCRouteList{},
		"/apis/gateway.networking.k8s.io/v1/namespaces/shop/httproutes":       &gatewayv1.HTTPRouteList{},
		"/apis/meshwork.dev/v1alpha1/meshes":                                  &v1alpha1.MeshList{},
		"/apis/meshwork.dev/v1alpha1/virtualips":                              &v1alpha1.VirtualIPList{},
		"/apis/meshwork.dev/v1alpha1/namespaces/shop/meshcertificates":        &v1alpha1.MeshCertificateList{},
		"/apis/meshwork.dev/v1alpha1/namespaces/shop/meshservices":            &v1alpha1.MeshServiceList{},
	} {
		asked = ""
		_ = reader.List(context.Background(), list, client.InNamespace("shop"))
		g.Expect(asked).To(Equal(path + " "))
	}
}
