package clientauth

import (
	"slices"
	"strings"

	authenticationv1 "k8s.io/api/authentication/v1"
)

const serviceAccountPrefix = "system:serviceaccount:"

// User is the authenticated user of a client.
type User struct {
	info authenticationv1.UserInfo
	// Node is the Kubernetes Node of the client's Pod, if its token names one.
	Node string
}

// Name returns the name of the user.
func (u *User) Name() string { return u.info.Username }

// Namespace returns the group of users that shares the user's part of the limits: the
// ServiceAccounts of a namespace. For users of a mesh, it includes the trust domain, so that a CA
// of one trust domain cannot use up the shares of others. Any other user is a group of its own, and
// an anonymous client has none.
func (u *User) Namespace() string {
	if namespace, isServiceAccount := strings.CutPrefix(u.info.Username, serviceAccountPrefix); isServiceAccount {
		namespace, _, _ = strings.Cut(namespace, ":")
		return "system:serviceaccounts:" + namespace
	}
	if slices.Contains(u.info.Groups, "system:unauthenticated") {
		return ""
	}
	namespace, _, _ := strings.Cut(u.info.Username, "/sa/")
	return namespace
}

// ServiceAccountNamespace returns the namespace of the user's ServiceAccount, or "" if the user is of
// another kind.
func (u *User) ServiceAccountNamespace() string {
	name := u.info.Username
	if namespaceAndName, isServiceAccount := strings.CutPrefix(name, serviceAccountPrefix); isServiceAccount {
		namespace, _, _ := strings.Cut(namespaceAndName, ":")
		return namespace
	}
	if path, isOfMesh := strings.CutPrefix(name, "spiffe://"); isOfMesh {
		_, namespaceAndName, _ := strings.Cut(path, "/ns/")
		if namespace, _, found := strings.Cut(namespaceAndName, "/sa/"); found {
			return namespace
		}
	}
	return ""
}

// Anonymous returns the user of a client without TLS.
func Anonymous() *User {
	return &User{info: authenticationv1.UserInfo{Username: "system:anonymous", Groups: []string{"system:unauthenticated"}}}
}

// OfServiceAccount returns the user of a ServiceAccount.
func OfServiceAccount(namespace, name string) *User {
	return &User{info: authenticationv1.UserInfo{
		Username: serviceAccountPrefix + namespace + ":" + name,
		Groups:   []string{"system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"},
	}}
}
