package interp

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// World is what a machine sees of what is around it. What is nil is the process's.
type World struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Env            []string // the environment variables, as os.Environ gives them
	FS             fs.FS    // the files, which programs can read and not change; paths begin at its root, as does the current folder
	Seeds          *Seeds   // what random generators begin with that programs do not seed
}

// world is the World of a machine, with what its program has made of it.
type world struct {
	World
	env map[string]string // with World.Env only: the variables of the process are changed in the process
}

func newWorld(w World) world {
	own := world{World: w}
	if w.Env != nil {
		own.env = map[string]string{}
		for _, line := range w.Env {
			name, value, _ := strings.Cut(line, "=")
			own.env[name] = value
		}
	}
	return own
}

// Surroundings is the World that a machine was made in.
func (m *Machine) Surroundings() World { return m.world.World }

// Environ lists the environment variables, each as name=value.
func (m *Machine) Environ() []string {
	if m.world.env == nil {
		return os.Environ()
	}
	var out []string
	for name, value := range m.world.env {
		out = append(out, name+"="+value)
	}
	slices.Sort(out)
	return out
}

// LookupEnv is an environment variable, and whether there is one.
func (m *Machine) LookupEnv(name string) (string, bool) {
	if m.world.env == nil {
		return os.LookupEnv(name)
	}
	value, ok := m.world.env[name]
	return value, ok
}

// Getenv is an environment variable, "" if there is none.
func (m *Machine) Getenv(name string) string {
	value, _ := m.LookupEnv(name)
	return value
}

// Setenv sets an environment variable.
func (m *Machine) Setenv(name, value string) error {
	if m.world.env == nil {
		return os.Setenv(name, value)
	}
	m.world.env[name] = value
	return nil
}

// Unsetenv removes an environment variable.
func (m *Machine) Unsetenv(name string) error {
	if m.world.env == nil {
		return os.Unsetenv(name)
	}
	delete(m.world.env, name)
	return nil
}

// Own tells whether the machine has files of its own (World.FS) instead of the system's.
func (m *Machine) Own() bool { return m.world.FS != nil }

// Getwd is the current folder.
func (m *Machine) Getwd() (string, error) {
	if m.Own() {
		return "/", nil
	}
	return os.Getwd()
}

// Abs is a path from the root.
func (m *Machine) Abs(name string) string {
	if m.Own() {
		return path.Join("/", name)
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// ReadFile is the content of a file.
func (m *Machine) ReadFile(name string) ([]byte, error) {
	if m.Own() {
		return fs.ReadFile(m.world.FS, inside(name))
	}
	return os.ReadFile(name)
}

// Stat describes a file.
func (m *Machine) Stat(name string) (fs.FileInfo, error) {
	if m.Own() {
		return fs.Stat(m.world.FS, inside(name))
	}
	return os.Stat(name)
}

// ReadDir lists a folder, by name.
func (m *Machine) ReadDir(name string) ([]fs.DirEntry, error) {
	if m.Own() {
		return fs.ReadDir(m.world.FS, inside(name))
	}
	return os.ReadDir(name)
}

// inside is a path as package fs wants it: from the root, without the slash.
func inside(name string) string {
	if name = strings.TrimPrefix(path.Clean("/"+name), "/"); name == "" {
		return "."
	}
	return name
}
