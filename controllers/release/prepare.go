package release

import (
	"context"
	"fmt"
	"slices"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// prepare stops the manager, and the policies that keep Services delegated: they would undo the
// release immediately.
func prepare(ctx context.Context, config *rest.Config, options Options) error {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		admissionv1.AddToScheme, appsv1.AddToScheme, autoscalingv1.AddToScheme, corev1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	api, err := client.New(config, client.Options{Scheme: scheme})
	if err != nil {
		return err
	}
	for _, name := range options.PolicyBindings {
		binding := &admissionv1.MutatingAdmissionPolicyBinding{ObjectMeta: metav1.ObjectMeta{Name: name}}
		if err := client.IgnoreNotFound(api.Delete(ctx, binding)); err != nil {
			return fmt.Errorf("MutatingAdmissionPolicyBinding %s: %w", name, err)
		}
	}
	if options.Deployment.Name == "" {
		return nil
	}
	if err := stop(ctx, api, options.Deployment); err != nil {
		return fmt.Errorf("stopping Deployment %s: %w", options.Deployment, err)
	}
	return nil
}

// stop scales a Deployment to zero, and waits until its last Pod has ended: until then
// the manager may write.
func stop(ctx context.Context, api client.Client, name types.NamespacedName) error {
	scale, err := scaleToZero(ctx, api, name)
	if apierrors.IsNotFound(err) {
		return fmt.Errorf("%w; if it has been deleted, run the release without --deployment", err)
	} else if err != nil {
		return err
	}
	selector, err := labels.Parse(scale.Status.Selector)
	if err != nil {
		return err
	}
	var running []string
	err = wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		pods := &corev1.PodList{}
		if err := api.List(ctx, pods, client.InNamespace(name.Namespace), client.MatchingLabelsSelector{Selector: selector}); err != nil {
			log.FromContext(ctx).Error(err, "could not read the Pods of the manager; will retry")
			return false, nil
		}
		if now := runningPods(pods.Items); !slices.Equal(now, running) {
			running = now
			log.FromContext(ctx).Info("waiting for the manager to stop", "pods", running)
		}
		return len(running) == 0, nil
	})
	if err != nil {
		return fmt.Errorf("its Pods %s have not ended; run the release again when they are gone: %w", finding.ListFirst(running), err)
	}
	return nil
}

// runningPods ignores Pods that have ended, such as evicted ones, which are not deleted.
func runningPods(pods []corev1.Pod) []string {
	var running []string
	for i := range pods {
		if phase := pods[i].Status.Phase; phase != corev1.PodFailed && phase != corev1.PodSucceeded {
			running = append(running, pods[i].Name)
		}
	}
	return running
}

func scaleToZero(ctx context.Context, api client.Client, name types.NamespacedName) (*autoscalingv1.Scale, error) {
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
	scale := &autoscalingv1.Scale{}
	return scale, retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err := api.SubResource("scale").Get(ctx, deployment, scale); err != nil || scale.Spec.Replicas == 0 {
			return err
		}
		scale.Spec.Replicas = 0
		return api.SubResource("scale").Update(ctx, deployment, client.WithSubResourceBody(scale))
	})
}
