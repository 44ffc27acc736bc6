package server

import (
	"os"
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

// TestMain gives a machine that does other things as well the time to answer.
func TestMain(m *testing.M) {
	SetDefaultEventuallyTimeout(30 * time.Second)
	os.Exit(m.Run())
}
