package main

import (
	"os"
	"slices"
	"strings"
)

// commands are the words that the first argument can be.
var commands = []string{"run", "repl", "inspect", "replay", "dis"}

// The options of the python command that are read when magneto is started as python is: what they switch on or off
// (buffering, compiled files, the site package, ...) is not there to be switched.
const (
	pythonFlags  = "BEIPqsSu"
	pythonValued = "X"
)

// arguments is the command line as the parser of the commands reads it. Scripts start sys.executable as they would
// start python, `magneto -c CODE` for instance: such a line means the run command.
func arguments(args []string) []string {
	return separateArguments(asRun(args))
}

// asRun puts the run command before a line that python would understand and that names no command.
func asRun(args []string) []string {
	if len(args) == 0 || slices.Contains(commands, args[0]) {
		return args
	}
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
func separateArguments(args []string) []string {
	if len(args) == 0 || !programs[args[0]] {
		return args
	}
	if i := programStart(args); i < len(args) {
		return slices.Insert(slices.Clone(args), i, "--")
	}
	return args
}

// programStart is the index of the first word that is not an option of the command, nor the CODE or MODULE to run.
func programStart(args []string) int {
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-c", a == "-m":
			return i + 2
		case valued[a]:
			i++
		case a == "--":
			return len(args)
		case a == "-", a == "", a[0] != '-':
			return i
		}
	}
	return len(args)
}

// programs lists the commands that run a program, valued their options whose value is the next word.
var (
	programs = map[string]bool{"run": true, "repl": true, "inspect": true}
	valued   = map[string]bool{"--backend": true, "--show": true, "--format": true, "-o": true, "--output": true, "-W": true,
		"--max-memory": true, "--timeout": true, "--max-steps": true}
)
