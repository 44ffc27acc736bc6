package load

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ResidentMemory returns the resident memory of a process in bytes. It requires Linux.
func ResidentMemory(pid int) (int, error) {
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	return pages * os.Getpagesize(), err
}
