// Package controllers sets up the controllers of the manager. Each controller is a
// package of its own, which watches, reads from the cache, lets a pure package decide,
// writes the difference, and reports. The registry lists them.
package controllers
