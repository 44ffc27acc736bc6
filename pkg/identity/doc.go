// Package identity decides which certificates exist in a mesh: which authority signs, which
// roots are trusted, which Pods get a certificate, and the names in it. It reads no cluster
// and no clock, and keeps nothing.
package identity
