package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

const mode = 0o644

// Apply makes the changes, all or none: the new files are written beside the old ones before the first takes its place, and
// what has been replaced is put back if a later step fails. A file is never seen half-written.
func Apply(changes []Change) error {
	staged := make([]string, 0, len(changes))
	defer func() {
		for _, name := range staged {
			_ = os.Remove(name) // gone already if it took its place
		}
	}()
	for _, change := range changes {
		name, err := stage(change)
		if err != nil {
			return err
		}
		staged = append(staged, name)
	}
	for i, change := range changes {
		if err := commit(change, staged[i]); err != nil {
			return errors.Join(err, revert(changes[:i]))
		}
	}
	return nil
}

// stage writes the new content to a temporary file in the same folder and returns its name. Files whose names start with a
// dot are none to the go command.
func stage(change Change) (string, error) {
	if change.New == nil {
		return "", nil
	}
	file, err := os.CreateTemp(filepath.Dir(change.Name), ".resgen-*")
	if err != nil {
		return "", err
	}
	_, err = file.Write(change.New)
	err = errors.Join(err, file.Close(), os.Chmod(file.Name(), mode))
	if err != nil {
		return "", errors.Join(err, os.Remove(file.Name()))
	}
	return file.Name(), nil
}

func commit(change Change, staged string) error {
	if change.New != nil {
		return os.Rename(staged, change.Name)
	}
	err := os.Remove(change.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another run was faster
	}
	return err
}

// revert undoes changes, the last first.
func revert(changes []Change) error {
	var failures []error
	for _, done := range slices.Backward(changes) {
		undo := Change{Name: done.Name, Old: done.New, New: done.Old}
		staged, err := stage(undo)
		if err == nil {
			err = commit(undo, staged)
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}
