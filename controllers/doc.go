// Package controllers connects the pure packages to a cluster: each controller
// watches, reads from the cache, lets a pure package decide, writes the
// difference and reports.
package controllers
