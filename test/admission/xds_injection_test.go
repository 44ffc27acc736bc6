package admission_test

import (
	"context"
	"fmt"
	"os"
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

const (
	xdsDirectory = "/var/run/meshwork-xds"
	xdsVolume    = "meshwork-xds"
	xdsBootstrap = "GRPC_XDS_BOOTSTRAP_CONFIG"
)

var _ = Describe("config/xds-injection", Ordered, suite.NeedsMutatingPolicies, func() {
	var labeled, plain string

	BeforeAll(func(ctx SpecContext) {
		plain = expect.Namespace(ctx, api)
		labeled = xdsNamespace(ctx, v1alpha1.XDSEnabled)
		applyInjection(ctx, labeled)
		DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, "delete", "-k", kit.Path("config", "xds-injection")) })
	})

	It("adds the bootstrap and its files, and changes nothing else", func(ctx SpecContext) {
		sidecar := corev1.Container{Name: "sidecar", Image: "x", RestartPolicy: new(corev1.ContainerRestartPolicyAlways)}
		pod := podOf(container("bare"), corev1.Container{
			Name: "full", Image: "x", Env: []corev1.EnvVar{{Name: "A", Value: "$(B)"}, {Name: "A", Value: "twice"}},
			VolumeMounts: []corev1.VolumeMount{{Name: "data", MountPath: "/var/run"}},
		})
		pod.Spec.InitContainers = []corev1.Container{container("first"), sidecar, container("last")}
		pod.Spec.Volumes = []corev1.Volume{{Name: "data", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}}

		before, after := storedPod(ctx, plain, pod).Spec, storedPod(ctx, labeled, pod).Spec
		Expect(after.Volumes).To(HaveExactElements(before.Volumes[0], tokenAndCA()))
		before.Volumes = after.Volumes
		for _, changed := range []*corev1.Container{&before.Containers[0], &before.Containers[1], &before.InitContainers[1]} {
			changed.Env = append(changed.Env, environment(after.Containers[0].Env[3].Value)...)
			changed.VolumeMounts = append(changed.VolumeMounts, corev1.VolumeMount{Name: xdsVolume, MountPath: xdsDirectory, ReadOnly: true})
		}
		Expect(after).To(Equal(before))
	})

	It("gives every container what kubectl meshwork bootstrap prints", func(ctx SpecContext) {
		started := startedWith(storedPod(ctx, labeled, podOf(container("main"))))
		Expect(started[xdsBootstrap]).To(MatchJSON(golden("token.json")))
		Expect(started).To(HaveKeyWithValue("GRPC_EXPERIMENTAL_XDS_BOOTSTRAP_CALL_CREDS", "true"))
	})

	DescribeTable("leaves alone a container that", func(ctx SpecContext, edit func(*corev1.Container)) {
		own := container("own")
		edit(&own)
		pod := podOf(own, container("other"))
		pod.Spec.Volumes = volumesOfTests()
		before, after := storedPod(ctx, plain, pod).Spec, storedPod(ctx, labeled, pod).Spec
		Expect(after.Containers[0]).To(Equal(before.Containers[0]))
		Expect(isInjected(&after.Containers[1])).To(BeTrue())

		alone := podOf(own)
		alone.Spec.Volumes = pod.Spec.Volumes
		Expect(storedPod(ctx, labeled, alone).Spec).To(Equal(storedPod(ctx, plain, alone).Spec))
	},
		Entry("names a bootstrap file", withVariable("GRPC_XDS_BOOTSTRAP", "/etc/bootstrap.json")),
		Entry("has a bootstrap", withVariable(xdsBootstrap, "{}")),
		Entry("has an empty bootstrap", withVariable(xdsBootstrap, "")),
		Entry("mounts something at the path", withMount(xdsDirectory)),
		Entry("mounts something at the path, with a slash", withMount(xdsDirectory+"/")),
		Entry("mounts something below the path", withMount(xdsDirectory+"/tls")),
		Entry("mounts something read-only above the path", withReadOnlyMount("data", "/var/run")),
		Entry("mounts something read-only above the path, with a slash", withReadOnlyMount("data", "/var/")),
		Entry("mounts something read-only where the path leads in most images", withReadOnlyMount("data", "/run")),
		Entry("mounts something read-only at the root", withReadOnlyMount("data", "/")),
		Entry("mounts a ConfigMap above the path, which is read-only", withMountOf("config", "/var/run")),
		Entry("mounts a claim that is read-only above the path", withMountOf("claim", "/var/run")),
	)

	DescribeTable("changes a container that", func(ctx SpecContext, edit func(*corev1.Container)) {
		own := container("own")
		edit(&own)
		pod := podOf(own)
		pod.Spec.Volumes = volumesOfTests()
		Expect(isInjected(&storedPod(ctx, labeled, pod).Spec.Containers[0])).To(BeTrue())
	},
		Entry("mounts something writable above the path", withMount("/var/run")),
		Entry("mounts a writable claim above the path", withMountOf("writable", "/var")),
		Entry("mounts something read-only beside the path", withReadOnlyMount("data", "/var/run/meshwork")),
		Entry("mounts a ConfigMap below another path", withMountOf("config", "/run/meshwork")),
	)

	DescribeTable("leaves alone a Pod that", func(ctx SpecContext, edit func(*corev1.Pod)) {
		pod := podOf(container("main"))
		edit(pod)
		Expect(storedPod(ctx, labeled, pod).Spec).To(Equal(storedPod(ctx, plain, pod).Spec))
	},
		Entry("opts out by a label", func(pod *corev1.Pod) {
			metav1.SetMetaDataLabel(&pod.ObjectMeta, v1alpha1.XDSKey, v1alpha1.XDSDisabled)
		}),
		Entry("opts out by an annotation", func(pod *corev1.Pod) {
			metav1.SetMetaDataAnnotation(&pod.ObjectMeta, v1alpha1.XDSKey, v1alpha1.XDSDisabled)
		}),
		Entry("is Meshwork's signer, which could not start without itself", withName("meshwork-signer")),
		Entry("is Meshwork's xDS server", withName("meshwork-xds")),
		Entry("is Meshwork's manager", withName("meshwork")),
		Entry("has no ServiceAccount, as the mirror of a static Pod", func(pod *corev1.Pod) { pod.Spec.ServiceAccountName = "" }),
	)

	It("keeps variables and volumes that have its names", func(ctx SpecContext) {
		own := container("main")
		own.Env = []corev1.EnvVar{{Name: "MESHWORK_POD_NAME", Value: "mine"}, {Name: "GRPC_EXPERIMENTAL_XDS_BOOTSTRAP_CALL_CREDS", Value: "false"}}
		pod := podOf(own)
		pod.Spec.Volumes = []corev1.Volume{{Name: xdsVolume, VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}}
		after := storedPod(ctx, labeled, pod).Spec
		Expect(after.Volumes).To(Equal(pod.Spec.Volumes))
		Expect(namesOf(after.Containers[0].Env)).To(Equal([]string{
			"MESHWORK_POD_NAME", "GRPC_EXPERIMENTAL_XDS_BOOTSTRAP_CALL_CREDS", "MESHWORK_POD_NAMESPACE", "MESHWORK_NODE_NAME", xdsBootstrap,
		}))
		Expect(after.Containers[0].Env[:2]).To(Equal(own.Env))
	})

	DescribeTable("leaves alone a namespace", func(ctx SpecContext, value string) {
		pod := podOf(container("main"))
		Expect(storedPod(ctx, xdsNamespace(ctx, value), pod).Spec).To(Equal(storedPod(ctx, plain, pod).Spec))
	},
		Entry("that opts out", v1alpha1.XDSDisabled),
		Entry("with another value", "true"),
		Entry("with an empty value", ""),
	)

	It("leaves Kubernetes' own namespaces alone, even with the label", func(ctx SpecContext) {
		system := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: metav1.NamespaceSystem}}
		label := func(ctx context.Context, value any) {
			Expect(api.Patch(ctx, system, kit.MergePatch(kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{v1alpha1.XDSKey: value}}}))).To(Succeed())
		}
		label(ctx, v1alpha1.XDSEnabled)
		DeferCleanup(func(ctx SpecContext) { label(ctx, nil) })
		pod := podOf(container("main"))
		Consistently(func(g Gomega) {
			g.Expect(storedPod(ctx, system.Name, pod).Spec).To(Equal(storedPod(ctx, plain, pod).Spec))
		}, "2s").Should(Succeed())
	})

	It("changes nothing when it is applied to its own result", func(ctx SpecContext) {
		pod := podOf(container("a"), container("b"))
		pod.Spec.InitContainers = []corev1.Container{container("init")}
		once := storedPod(ctx, labeled, pod)
		Expect(storedPod(ctx, labeled, &corev1.Pod{ObjectMeta: pod.ObjectMeta, Spec: once.Spec}).Spec).To(Equal(once.Spec))
	})

	It("also changes containers that a webhook adds, and the others only once", func(ctx SpecContext) {
		namespace := xdsNamespace(ctx, v1alpha1.XDSEnabled)
		startWebhook(ctx, namespace, "pods", func(pod *corev1.Pod) {
			if len(pod.Spec.Containers) == 1 {
				pod.Spec.Containers = append(pod.Spec.Containers, container("proxy"))
			}
		})
		Eventually(func(g Gomega) {
			after := storedPod(ctx, namespace, podOf(container("main"))).Spec
			g.Expect(after.Containers).To(HaveLen(2))
			g.Expect(after.Volumes).To(HaveLen(1))
			for i := range after.Containers {
				g.Expect(after.Containers[i].Env).To(HaveExactElements(environment(after.Containers[i].Env[3].Value)))
				g.Expect(after.Containers[i].VolumeMounts).To(HaveLen(1))
			}
		}).Should(Succeed())
	})

	It("changes a Pod with many containers and variables", func(ctx SpecContext) {
		pod := podOf()
		for i := range 100 {
			many := container(fmt.Sprintf("c%d", i))
			for j := range 100 {
				many.Env = append(many.Env, corev1.EnvVar{Name: fmt.Sprintf("V%d", j), Value: "x"})
			}
			pod.Spec.Containers = append(pod.Spec.Containers, many)
		}
		after := storedPod(ctx, labeled, pod).Spec
		for i := range after.Containers {
			Expect(isInjected(&after.Containers[i])).To(BeTrue(), "container %d", i)
			Expect(after.Containers[i].Env).To(HaveLen(105))
		}
	})

	It("points to another server where it is patched", func(ctx SpecContext) {
		DeferCleanup(func(ctx SpecContext) { applyInjection(ctx, labeled) })
		applyWithVariable(ctx, "xds-injection", "meshwork-xds-injection", "server", `"xds.example.com:443"`)
		Eventually(func() []corev1.EnvVar {
			return storedPod(ctx, labeled, podOf(container("main"))).Spec.Containers[0].Env
		}).
			Should(ContainElement(HaveField("Value", ContainSubstring(`"server_uri":"xds.example.com:443"`))))
	})

	It("does not prevent the creation of Pods when it fails", func(ctx SpecContext) {
		DeferCleanup(func(ctx SpecContext) { applyInjection(ctx, labeled) })
		applyWithVariable(ctx, "xds-injection", "meshwork-xds-injection", "server", "object.metadata.missing")
		Eventually(func() bool { return isInjected(&storedPod(ctx, labeled, podOf(container("main"))).Spec.Containers[0]) }).Should(BeFalse())
	})
})

// applyInjection returns when Pods of the namespace get the default server.
func applyInjection(ctx context.Context, namespace string) {
	GinkgoHelper()
	env.ApplyConfig(ctx, "xds-injection")
	Eventually(func() []corev1.EnvVar {
		return storedPod(ctx, namespace, podOf(container("probe"))).Spec.Containers[0].Env
	}).
		Should(ContainElement(HaveField("Value", ContainSubstring("meshwork-xds.meshwork-system.svc.cluster.local:18000"))))
}

// xdsNamespace returns a new namespace whose label has the value, with more labels.
func xdsNamespace(ctx context.Context, value string, more ...string) string {
	GinkgoHelper()
	return expect.Temporary(ctx, api, kit.Namespace("spec", func(namespace *corev1.Namespace) {
		namespace.Labels = map[string]string{v1alpha1.XDSKey: value}
		for i := 0; i < len(more); i += 2 {
			namespace.Labels[more[i]] = more[i+1]
		}
	})).Name
}

// podOf returns a Pod with the ServiceAccount that it has in a real cluster, where an
// admission plugin sets it.
func podOf(containers ...corev1.Container) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "x"}, Spec: corev1.PodSpec{ServiceAccountName: "default", Containers: containers}}
}

func container(name string) corev1.Container { return corev1.Container{Name: name, Image: "x"} }

func withVariable(name, value string) func(*corev1.Container) {
	return func(container *corev1.Container) {
		container.Env = append(container.Env, corev1.EnvVar{Name: name, Value: value})
	}
}

func withMount(path string) func(*corev1.Container) { return withMountOf("data", path) }

func withMountOf(volume, path string) func(*corev1.Container) {
	return func(container *corev1.Container) {
		container.VolumeMounts = append(container.VolumeMounts, corev1.VolumeMount{Name: volume, MountPath: path})
	}
}

func withReadOnlyMount(volume, path string) func(*corev1.Container) {
	return func(container *corev1.Container) {
		container.VolumeMounts = append(container.VolumeMounts, corev1.VolumeMount{Name: volume, MountPath: path, ReadOnly: true})
	}
}

// volumesOfTests are data and writable, which containers can write, and config and claim, which they cannot.
func volumesOfTests() []corev1.Volume {
	claim := func(isReadOnly bool) corev1.VolumeSource {
		return corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "x", ReadOnly: isReadOnly}}
	}
	return []corev1.Volume{
		{Name: "data", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
		{Name: "config", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: "x"}}}},
		{Name: "claim", VolumeSource: claim(true)},
		{Name: "writable", VolumeSource: claim(false)},
	}
}

func withName(name string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) { metav1.SetMetaDataLabel(&pod.ObjectMeta, "app.kubernetes.io/name", name) }
}

// storedPod returns the Pod as the API server would store it in the namespace.
func storedPod(ctx context.Context, namespace string, pod *corev1.Pod) *corev1.Pod {
	GinkgoHelper()
	created := pod.DeepCopy()
	created.Namespace = namespace
	Expect(api.Create(ctx, created, client.DryRunAll)).To(Succeed())
	return created
}

func isInjected(container *corev1.Container) bool {
	for _, variable := range container.Env {
		if variable.Name == xdsBootstrap {
			return true
		}
	}
	return false
}

func namesOf(variables []corev1.EnvVar) []string {
	names := make([]string, len(variables))
	for i := range variables {
		names[i] = variables[i].Name
	}
	return names
}

// environment returns the variables that a container gets, in order: the kubelet expands a
// variable with the values of earlier ones.
func environment(bootstrap string) []corev1.EnvVar {
	field := func(path string) *corev1.EnvVarSource {
		return &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: path}}
	}
	return []corev1.EnvVar{
		{Name: "MESHWORK_POD_NAME", ValueFrom: field("metadata.name")},
		{Name: "MESHWORK_POD_NAMESPACE", ValueFrom: field("metadata.namespace")},
		{Name: "MESHWORK_NODE_NAME", ValueFrom: field("spec.nodeName")},
		{Name: xdsBootstrap, Value: bootstrap},
		{Name: "GRPC_EXPERIMENTAL_XDS_BOOTSTRAP_CALL_CREDS", Value: "true"},
	}
}

func tokenAndCA() corev1.Volume {
	return corev1.Volume{Name: xdsVolume, VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
		DefaultMode: new(int32(0o644)),
		Sources: []corev1.VolumeProjection{
			{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Audience: "meshwork.dev/xds", ExpirationSeconds: new(int64(3600)), Path: "token"}},
			{ConfigMap: &corev1.ConfigMapProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: "meshwork-xds-ca"}, Optional: new(true),
				Items: []corev1.KeyToPath{{Key: "ca.crt", Path: "ca.crt"}},
			}},
		},
	}}}
}

// startedWith returns the environment of the first container of the Pod shop/web-0.
func startedWith(pod *corev1.Pod) map[string]string {
	GinkgoHelper()
	return expand(pod.Spec.Containers[0].Env, map[string]string{
		"metadata.namespace": "shop", "metadata.name": "web-0", "spec.nodeName": "node-1",
	})
}

// golden returns the output of kubectl meshwork bootstrap for the Pod shop/web-0.
func golden(file string) []byte {
	GinkgoHelper()
	content, err := os.ReadFile(kit.Path("pkg", "xdsbootstrap", "testdata", file))
	Expect(err).NotTo(HaveOccurred())
	return content
}

var reference = regexp.MustCompile(`\$\(([-._A-Za-z0-9]+)\)`)

// expand returns the environment of a container that starts. A kubelet replaces $(NAME)
// by the value of an earlier variable, and keeps references to unknown variables.
func expand(variables []corev1.EnvVar, fields map[string]string) map[string]string {
	GinkgoHelper()
	started := map[string]string{}
	for _, variable := range variables {
		Expect(variable.Value).NotTo(ContainSubstring("$$"), "an escape, which is not expanded here")
		started[variable.Name] = reference.ReplaceAllStringFunc(variable.Value, func(found string) string {
			if value, known := started[reference.FindStringSubmatch(found)[1]]; known {
				return value
			}
			return found
		})
		if variable.ValueFrom != nil {
			started[variable.Name] = fields[variable.ValueFrom.FieldRef.FieldPath]
		}
	}
	return started
}
