// Package controllers sets up the controllers of the manager. Each controller is a
// package of its own, which watches, reads from the cache, decides by a pure package,
// writes the difference, and reports. The registry lists them.
package controllers
