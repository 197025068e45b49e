package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// The options of the python command that are read when magneto is started as python is: what they switch on or off
// (buffering, compiled files, the site package, ...) is not there to be switched.
const (
	pythonFlags  = "BEIPqsSu"
	pythonValued = "X"
)

// arguments is the command line as the parser of the commands reads it. Scripts start sys.executable as they would
// start python, `magneto -c CODE` for instance: such a line means the run command.
func arguments(model *kong.Application, args []string) []string {
	if len(args) == 0 {
		return args
	}
	if commandNamed(model, args[0]) == nil {
		args = asRun(args)
	}
	return separateArguments(commandNamed(model, args[0]), args)
}

// commandNamed is the command of a name, nil for none.
func commandNamed(model *kong.Application, name string) *kong.Node {
	for _, c := range model.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// checkCommand refuses a first word that is neither a command, an option, nor a file.
func checkCommand(model *kong.Application, args []string) error {
	if len(args) == 0 || args[0] == "" || args[0][0] == '-' || commandNamed(model, args[0]) != nil {
		return nil
	}
	var known []string
	for _, c := range model.Children {
		known = append(known, c.Name)
	}
	return usageError{fmt.Sprintf("unknown command %q (known: %s), and no file of that name\nRun 'magneto --help' for usage.", args[0], strings.Join(known, ", "))}
}

// ownOptions lists the words behind the script, which are the program's, that are options of command c.
func ownOptions(c *kong.Node, words []string) (own []string) {
	for _, w := range words {
		name, _, _ := strings.Cut(w, "=")
		if slices.ContainsFunc(c.Flags, func(f *kong.Flag) bool { return name == "--"+f.Name && f.Name != "help" }) {
			own = append(own, name)
		}
	}
	return own
}

// asRun puts the run command before a line that python would understand and that names no command.
func asRun(args []string) []string {
	out := []string{"run"}
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-W" && i+1 < len(args):
			i++
			out = append(out, a, args[i])
		case a == "-c", a == "-m", a == "-", strings.HasPrefix(a, "-W") && len(a) > 2:
			return append(out, args[i:]...)
		case len(a) == 2 && a[0] == '-' && strings.Contains(pythonValued, a[1:]):
			i++
		case len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], pythonFlags) == "":
		case isScript(a):
			return append(out, args[i:]...)
		default:
			return args
		}
	}
	return args
}

// isScript says whether a word that is no command names a file to run.
func isScript(name string) bool {
	if strings.HasPrefix(name, "-") {
		return false
	}
	if strings.HasSuffix(name, ".py") {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// separateArguments puts "--" behind -c CODE and -m MODULE, or before the script, where a program is run: as with Python,
// all that follows belongs to the program.
func separateArguments(c *kong.Node, args []string) []string {
	if c == nil || !slices.ContainsFunc(c.Positional, func(p *kong.Value) bool { return p.Passthrough }) {
		return args
	}
	if i := programStart(c, args); i < len(args) {
		return slices.Insert(slices.Clone(args), i, "--")
	}
	return args
}

// programStart is the index of the first word that is not an option of the command, nor the CODE or MODULE to run.
func programStart(c *kong.Node, args []string) int {
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-c", a == "-m":
			return i + 2
		case valued(c, a):
			i++
		case a == "--":
			return len(args)
		case a == "-", a == "", a[0] != '-':
			return i
		}
	}
	return len(args)
}

// valued says whether a word is an option whose value is the next word.
func valued(c *kong.Node, word string) bool {
	return slices.ContainsFunc(c.Flags, func(f *kong.Flag) bool {
		return !f.IsBool() && (word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short))
	})
}
