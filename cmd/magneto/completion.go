package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCommand prints what a shell needs to complete the command line: it is made from the same description as the parser.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is shown by magneto completion --help.
func (completionCommand) Help() string {
	return "bash: source <(magneto completion bash)\n\nzsh: magneto completion zsh > ~/.zfunc/_magneto\n\nfish: magneto completion fish > ~/.config/fish/completions/magneto.fish"
}

func (c *completionCommand) Run(ctx *kong.Context) error {
	write := map[string]func(io.Writer, []*kong.Node){"bash": writeBash, "zsh": writeZsh, "fish": writeFish}[c.Shell]
	write(os.Stdout, ctx.Model.Children)
	return nil
}

// options lists the options of a command with those of all commands.
func options(c *kong.Node) []*kong.Flag {
	var all []*kong.Flag
	for _, group := range c.AllFlags(true) {
		all = append(all, group...)
	}
	return all
}

func writeBash(w io.Writer, commands []*kong.Node) {
	fmt.Fprintf(w, "_magneto() {\n    local word=${COMP_WORDS[COMP_CWORD]} options=\n    if [[ $COMP_CWORD == 1 ]]; then\n"+
		"        COMPREPLY=($(compgen -W '%s --help --version' -- \"$word\") $(compgen -f -- \"$word\"))\n        return\n    fi\n"+
		"    case ${COMP_WORDS[1]} in\n", strings.Join(names(commands), " "))
	for _, c := range commands {
		var words []string
		for _, f := range options(c) {
			words = append(words, "--"+f.Name)
			if f.Short != 0 {
				words = append(words, "-"+string(f.Short))
			}
		}
		if c.Name == "completion" {
			words = append(words, "bash", "zsh", "fish")
		}
		fmt.Fprintf(w, "        %s) options='%s' ;;\n", c.Name, strings.Join(words, " "))
	}
	fmt.Fprint(w, "    esac\n    if [[ $word == -* || ${COMP_WORDS[1]} == completion ]]; then\n        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"+
		"    else\n        COMPREPLY=($(compgen -f -- \"$word\"))\n    fi\n}\ncomplete -o filenames -F _magneto magneto\n")
}

func writeZsh(w io.Writer, commands []*kong.Node) {
	fmt.Fprint(w, "#compdef magneto\n_magneto() {\n    local -a commands=(\n")
	for _, c := range commands {
		fmt.Fprintf(w, "        %s\n", quoted(c.Name+":"+c.Help))
	}
	fmt.Fprint(w, "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        _files\n        return\n    fi\n    case $words[2] in\n")
	for _, c := range commands {
		fmt.Fprintf(w, "        %s)\n            _arguments -S", c.Name)
		for _, f := range options(c) {
			text := "[" + strings.NewReplacer("[", "(", "]", ")").Replace(f.Help) + "]"
			value := ""
			if !f.IsBool() {
				value = ":" + f.Name + ":"
			}
			fmt.Fprintf(w, " \\\n                %s", quoted("--"+f.Name+text+value))
			if f.Short != 0 {
				fmt.Fprintf(w, " \\\n                %s", quoted("-"+string(f.Short)+text+value))
			}
		}
		rest := "*:file:_files"
		if c.Name == "completion" {
			rest = "*:shell:(bash zsh fish)"
		}
		fmt.Fprintf(w, " \\\n                '1:' %s ;;\n", quoted(rest))
	}
	fmt.Fprint(w, "    esac\n}\n_magneto \"$@\"\n")
}

func writeFish(w io.Writer, commands []*kong.Node) {
	for _, c := range commands {
		fmt.Fprintf(w, "complete -c magneto -n __fish_use_subcommand -a %s -d %s\n", c.Name, quoted(c.Help))
	}
	for _, c := range commands {
		for _, f := range options(c) {
			line := fmt.Sprintf("complete -c magneto -n '__fish_seen_subcommand_from %s' -l %s", c.Name, f.Name)
			if f.Short != 0 {
				line += " -s " + string(f.Short)
			}
			if !f.IsBool() {
				line += " -r"
			}
			fmt.Fprintln(w, line, "-d", quoted(f.Help))
		}
	}
	fmt.Fprintln(w, "complete -c magneto -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'")
}

func names(commands []*kong.Node) (out []string) {
	for _, c := range commands {
		out = append(out, c.Name)
	}
	return out
}

// quoted is a word in single quotes, which all three shells read alike but for the quote itself.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "’") + "'" }
