//go:build !unix

package numpy

import "os"

// mapWhole reads a file where there are no mappings; what is written goes back with flush.
func mapWhole(path string, size int, mode string) (*mapping, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &mapping{data, func() error {
		if mode != "r+" && mode != "w+" {
			return nil
		}
		return os.WriteFile(path, data, 0o666)
	}}, nil
}
