package clientauth

import (
	"slices"
	"strings"

	authenticationv1 "k8s.io/api/authentication/v1"
)

// User is who a client is.
type User struct {
	info authenticationv1.UserInfo
	// Node is where the client's Pod runs, if its token tells.
	Node string
}

// Name is the name of the client's user.
func (u *User) Name() string { return u.info.Username }

// Namespace is the group of the client's user that has its own share of what clients may have: the
// ServiceAccounts of a namespace. A CA that is trusted for one trust domain only must not use up
// the shares of others, so the trust domain of a mesh is part of it. Other users are on
// their own, and there is none without an identity.
func (u *User) Namespace() string {
	if namespace, isServiceAccount := strings.CutPrefix(u.info.Username, "system:serviceaccount:"); isServiceAccount {
		namespace, _, _ = strings.Cut(namespace, ":")
		return "system:serviceaccounts:" + namespace
	}
	if slices.Contains(u.info.Groups, "system:unauthenticated") {
		return ""
	}
	namespace, _, _ := strings.Cut(u.info.Username, "/sa/")
	return namespace
}

// Anonymous is a client without TLS.
func Anonymous() *User {
	return &User{info: authenticationv1.UserInfo{Username: "system:anonymous", Groups: []string{"system:unauthenticated"}}}
}

// OfServiceAccount is a client with the identity of a ServiceAccount.
func OfServiceAccount(namespace, name string) *User {
	return &User{info: authenticationv1.UserInfo{
		Username: "system:serviceaccount:" + namespace + ":" + name,
		Groups:   []string{"system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"},
	}}
}
