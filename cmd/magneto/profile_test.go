package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/magneto-go/magneto/vm"
)

// TestProfile: --cpu-profile writes a file that is a gzip stream, as profiles are, also where the program fails; a file that cannot be made
// is a mistake on the command line.
func TestProfile(t *testing.T) {
	dir := write(t, "p.py", "print(1)\nraise SystemExit(3)\n")
	file := filepath.Join(dir, "out.prof")
	expect(t, magneto(t, dir, nil, "", "run", "--cpu-profile", file, "p.py"), 3, "1\n", "")
	if b, err := os.ReadFile(file); err != nil || len(b) < 2 || b[0] != 0x1f || b[1] != 0x8b {
		t.Errorf("the profile begins with %x (%v)", b[:min(len(b), 2)], err)
	}
	expect(t, magneto(t, dir, nil, "", "run", "--cpu-profile", filepath.Join(dir, "no", "such"), "p.py"), vm.ExitUsage, "", "--cpu-profile: ")
}
