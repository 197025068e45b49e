package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"

	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

type replCommand struct {
	Quiet  bool     `short:"q" help:"Print no banner."`
	Script string   `arg:"" optional:"" help:"A script to run first; its names can be used then."`
	Args   []string `arg:"" optional:"" passthrough:"" help:"Arguments of the script (sys.argv[1:])."`
}

// errInterrupted is Ctrl-C at the prompt.
var errInterrupted = errors.New("interrupted")

// lineReader asks for the lines of a session. At the end of the input it gives io.EOF, for Ctrl-C errInterrupted.
type lineReader interface {
	readLine(th *object.Thread, prompt string) (string, error)
	newLine() // after a prompt that got no line
}

func (c *replCommand) Run() error {
	th := newMachine(nil)
	if err := registerLibrary(th); err != nil {
		return err
	}
	argv := []string{""}
	var source []byte
	if c.Script != "" {
		text, err := readScript(c.Script)
		if err != nil {
			return err
		}
		source, argv = text, append([]string{c.Script}, c.Args...)
	}
	handleSignals(th, true)
	session := vm.NewSession(th, argv)
	input := newLineReader(th, session)
	if c.Script != "" {
		session.RunScript(th, c.Script, source)
	}
	if !c.Quiet && !session.Ended() {
		fmt.Fprintf(os.Stderr, "magneto, Python 3.14 on %s. exit() or Ctrl-D leaves.\n", runtime.GOOS)
	}
	if status := converse(th, session, input); status != exitOK {
		return exitError{status}
	}
	return nil
}

// converse reads and runs statements until the input or the program ends.
func converse(th *object.Thread, session *vm.Session, input lineReader) int {
	for more := false; !session.Ended(); {
		line, err := input.readLine(th, session.Prompt(th, more))
		switch {
		case errors.Is(err, errInterrupted):
			input.newLine()
			fmt.Fprintln(os.Stderr, "KeyboardInterrupt")
			session.Drop()
			more = false
		case err != nil:
			input.newLine()
			if more {
				session.Finish(th)
			}
			if !errors.Is(err, io.EOF) {
				fmt.Fprintln(os.Stderr, "magneto:", err)
			}
			return session.Close(th)
		default:
			more = session.Feed(th, line)
		}
	}
	return session.Close(th)
}

func newLineReader(th *object.Thread, session *vm.Session) lineReader {
	in, out := int(os.Stdin.Fd()), int(os.Stdout.Fd())
	if term.IsTerminal(in) && term.IsTerminal(out) {
		return newEditor(th, session, in)
	}
	return &plainReader{lines: bufio.NewReader(os.Stdin)}
}

// plainReader reads lines from a file or pipe; prompts go to standard error, as Python's do.
type plainReader struct {
	lines  *bufio.Reader
	result chan plainLine // of the read under way, nil without one
}

type plainLine struct {
	text string
	err  error
}

func (r *plainReader) readLine(th *object.Thread, prompt string) (string, error) {
	fmt.Fprint(os.Stderr, prompt)
	if r.result == nil {
		r.result = make(chan plainLine, 1)
		go func(result chan plainLine) {
			text, err := r.lines.ReadString('\n')
			if err == io.EOF && text != "" {
				err = nil // the next read gives it
			}
			result <- plainLine{strings.TrimRight(text, "\r\n"), err}
		}(r.result)
	}
	line, err := interp.Wait(th, r.result)
	if object.ErrorIs(err, object.KeyboardInterrupt) {
		return "", errInterrupted // the read goes on
	}
	r.result = nil
	if err == nil {
		err = line.err
	}
	return line.text, err
}

func (r *plainReader) newLine() { fmt.Fprintln(os.Stderr) }
