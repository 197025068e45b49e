package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompletions checks that each shell's text knows the commands and their options, and where there is a bash, what it completes.
func TestCompletions(t *testing.T) {
	for shell, words := range map[string][]string{
		"bash": {"run repl inspect replay dis completion", "--max-memory", "complete -o filenames -F _magneto magneto"},
		"zsh":  {"#compdef magneto", "'replay:Run programs", "'--show[", "_describe command commands"},
		"fish": {"-n __fish_use_subcommand -a inspect -d", "-l max-steps -r", "-s W"},
	} {
		got := magneto(t, t.TempDir(), nil, "", "completion", shell)
		for _, w := range words {
			expect(t, got, exitOK, w, "")
		}
	}
	expect(t, magneto(t, t.TempDir(), nil, "", "completion", "tcsh"), exitUsage, "", "must be one of")

	bash, err := exec.LookPath("bash")
	if err != nil {
		return // the texts have been checked
	}
	dir := write(t, "model.py", "", "magneto.bash", magneto(t, t.TempDir(), nil, "", "completion", "bash").stdout)
	for line, want := range map[string]string{
		"magneto re":             "repl replay",
		"magneto inspect --sh":   "--show",
		"magneto run mod":        "model.py",
		"magneto completion f":   "fish",
		"magneto replay --up":    "--update",
		"magneto run --nothing-": "",
	} {
		script := "source " + filepath.Join(dir, "magneto.bash") + "; COMP_WORDS=(" + line + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _magneto; echo ${COMPREPLY[@]}"
		cmd := exec.Command(bash, "--norc", "-c", script)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %q (%v), want %q", line, got, err, want)
		}
	}
}
