// Command pgo makes the profile that the Go compiler optimises magneto with (cmd/magneto/default.pgo, which `go build` finds there):
// it builds magneto, runs the programs of vm/bench under --cpu-profile and merges what they give. Run it from the root of the
// repository, by `go generate ./cmd/magneto`, when what is hot has moved.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// target is where the profile belongs, beside the main package.
const target = "cmd/magneto/default.pgo"

// programs are run as often as it says here: a profile has a hundred samples a second.
var programs = []struct {
	times int
	args  []string
}{
	{12, []string{"vm/bench/kinds.py"}},
	{2, []string{"vm/bench/graphs.py", "4"}},
}

func main() {
	if err := profile(); err != nil {
		fmt.Fprintln(os.Stderr, "pgo:", err)
		os.Exit(1)
	}
}

func profile() error {
	dir, err := os.MkdirTemp("", "pgo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "magneto")
	if err := run("go", "build", "-pgo=off", "-o", binary, "./cmd/magneto"); err != nil {
		return err
	}
	merge := []string{"tool", "pprof", "-proto", "-output", target, binary}
	for _, program := range programs {
		for range program.times {
			file := filepath.Join(dir, fmt.Sprint(len(merge)))
			if err := run(binary, append([]string{"run", "--cpu-profile", file}, program.args...)...); err != nil {
				return err
			}
			merge = append(merge, file)
		}
	}
	return run("go", merge...)
}

func run(name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
