package volume

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// currentData is the link to the directory with the files, as in the volumes of a kubelet.
const currentData = "..data"

// publish gives a directory these files. All of them change at the same moment: each file is
// a link to one behind currentData, and that link is replaced. It writes nothing if the files
// are up to date.
func publish(directory string, files map[string][]byte, mode os.FileMode) error {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	if hasExactly(directory, files) {
		return nil
	}
	next, err := os.MkdirTemp(directory, "..next-")
	if err != nil {
		return err
	}
	if err := errors.Join(os.Chmod(next, 0o755), writeFiles(next, files, mode)); err != nil {
		return errors.Join(err, os.RemoveAll(next))
	}
	// Without a link, there is nothing to remove later.
	previous, _ := os.Readlink(filepath.Join(directory, currentData))
	link := next + ".link"
	if err := errors.Join(os.Symlink(filepath.Base(next), link), os.Rename(link, filepath.Join(directory, currentData))); err != nil {
		return err
	}
	if err := linkNames(directory, files); err != nil {
		return err
	}
	if previous != "" {
		return os.RemoveAll(filepath.Join(directory, previous))
	}
	return nil
}

func writeFiles(directory string, files map[string][]byte, mode os.FileMode) error {
	for path, content := range files {
		if !filepath.IsLocal(path) || strings.HasPrefix(path, "..") {
			return fmt.Errorf("the path %q is not one in the volume", path)
		}
		path = filepath.Join(directory, path)
		// The mode of a new file is subject to the umask.
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, content, mode), os.Chmod(path, mode))
		if err != nil {
			return err
		}
	}
	return nil
}

// linkNames links the first element of every path to the current data, and removes the links
// of files that are gone.
func linkNames(directory string, files map[string][]byte) error {
	wanted := map[string]bool{}
	for path := range files {
		name, _, _ := strings.Cut(filepath.ToSlash(filepath.Clean(path)), "/")
		wanted[name] = true
		err := os.Symlink(filepath.Join(currentData, name), filepath.Join(directory, name))
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	entries, err := os.ReadDir(directory)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if wanted[entry.Name()] || strings.HasPrefix(entry.Name(), "..") {
			continue
		}
		if err := os.Remove(filepath.Join(directory, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

func hasExactly(directory string, files map[string][]byte) bool {
	data := filepath.Join(directory, currentData)
	if _, err := os.Stat(data); err != nil {
		return false
	}
	count := 0
	same := true
	err := filepath.WalkDir(data+string(filepath.Separator), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		count++
		relative, err := filepath.Rel(data, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		wanted, isWanted := files[relative]
		same = same && isWanted && bytes.Equal(content, wanted)
		return err
	})
	return err == nil && same && count == len(files)
}
