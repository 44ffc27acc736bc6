package server

import (
	authorizationv1 "k8s.io/api/authorization/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"

	"github.com/meshwork-dev/meshwork/internal/reviews"
)

// noReviews is an API server that allows nothing.
func noReviews() reviews.Client {
	clients := &fake.Clientset{}
	clients.AddReactor("create", "subjectaccessreviews", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, &authorizationv1.SubjectAccessReview{}, nil
	})
	return reviews.Client{Tokens: clients.AuthenticationV1().TokenReviews(), Access: clients.AuthorizationV1().SubjectAccessReviews()}
}
