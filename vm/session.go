package vm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/stdlib"
)

// Session is a program that is entered and run statement by statement.
type Session struct {
	main   *object.Module
	lines  []string // of the statement being entered
	inputs int      // statements so far: each is a file of its own in tracebacks
	ended  error
}

// NewSession begins a session with sys.argv = argv.
func NewSession(th *object.Thread, argv []string) *Session {
	stdlib.SetArgv(th, argv)
	return &Session{main: interp.MainModule(th, "<stdin>")}
}

// RunScript runs a script in the session, before its first statement.
func (s *Session) RunScript(th *object.Thread, file string, src []byte) {
	s.main.Set("__file__", object.NewStr(file))
	s.run(th, file, src, interp.ModeExec)
}

// Feed takes a line, without its end. It runs the statement that the line completes; more tells that there is none yet.
func (s *Session) Feed(th *object.Thread, line string) (more bool) {
	s.lines = append(s.lines, line)
	if s.incomplete() {
		return true
	}
	s.Finish(th)
	return false
}

// Finish runs the statement entered so far, as at the end of the input.
func (s *Session) Finish(th *object.Thread) {
	text := strings.Join(s.lines, "\n") + "\n"
	word := strings.TrimSpace(text)
	s.Drop()
	if word == "" || strings.HasPrefix(word, "#") && !strings.Contains(word, "\n") {
		return
	}
	if word == "exit" || word == "quit" {
		if _, own := s.main.Dict().Lookup(word); !own {
			s.ended = object.NewExceptionArgs(object.SystemExit)
			return
		}
	}
	name := fmt.Sprintf("<python-input-%d>", s.inputs)
	s.inputs++
	s.run(th, name, []byte(text), interp.ModeSingle)
}

// Drop forgets the statement being entered.
func (s *Session) Drop() { s.lines = nil }

// Ended tells whether the program has ended the session, by SystemExit.
func (s *Session) Ended() bool { return s.ended != nil }

// Close ends the session and gives the exit status.
func (s *Session) Close(th *object.Thread) int { return Report(th, s.ended) }

// Prompt is what asks for the next line: sys.ps1, or sys.ps2 within a statement.
func (s *Session) Prompt(th *object.Thread, more bool) string {
	name, prompt := "ps1", ">>> "
	if more {
		name, prompt = "ps2", "... "
	}
	if m, ok := interp.MachineOf(th).Modules.Lookup("sys"); ok {
		if v, ok := m.Dict().Lookup(name); ok {
			if text, err := object.StrOf(th, v); err == nil {
				return text
			}
		}
	}
	return prompt
}

// incomplete tells whether the lines want more: a bracket, string or block is open. A compound statement ends with an
// empty line.
func (s *Session) incomplete() bool {
	text := strings.Join(s.lines, "\n") + "\n"
	blank := strings.TrimSpace(s.lines[len(s.lines)-1]) == ""
	if strings.TrimSpace(text) == "" {
		return false
	}
	tree, err := syntax.Parse("", []byte(text), syntax.Single)
	var failure *syntax.SyntaxError
	switch {
	case err == nil:
		return tree.Compound() && !blank
	case !errors.As(err, &failure) || !failure.AtEnd:
		return false
	}
	return !blank || failure.Open
}

// run runs a text in the session and reports what it raises.
func (s *Session) run(th *object.Thread, name string, src []byte, mode syntax.Mode) {
	err := s.execute(th, name, src, mode)
	if err != nil {
		var e *object.Exception
		if !errors.As(err, &e) || e.Matches(object.SystemExit) {
			s.ended = err
			return
		}
		builtins.Stdout(th).Flush(th)
		stdlib.ReportUncaught(th, e)
	}
	if err := builtins.Stdout(th).Flush(th); err != nil {
		fmt.Fprintln(builtins.Diagnostics(th), err)
	}
	builtins.Stderr(th).Flush(th)
}

func (s *Session) execute(th *object.Thread, name string, src []byte, mode syntax.Mode) (err error) {
	defer interp.Recover(th, &err)
	interp.RememberSource(th, name, string(src))
	code, err := interp.CompileSource(th, name, src, mode)
	if err != nil {
		return err
	}
	_, err = interp.RunCode(th, code, s.main.Dict(), object.Null)
	return err
}

// Complete lists the names that begin with word and could stand in the next statement; behind a dot, attributes of what
// is before it, if that is a chain of names.
func (s *Session) Complete(th *object.Thread, word string) []string {
	var names []string
	add := func(base string, dict *object.Dict, keys []string) {
		if dict != nil {
			for _, k := range dict.Keys() {
				if name, ok := object.Text(k); ok {
					keys = append(keys, name)
				}
			}
		}
		for _, k := range keys {
			if strings.HasPrefix(base+k, word) && (!strings.HasPrefix(k, "_") || strings.HasPrefix(word[len(base):], "_")) {
				names = append(names, base+k)
			}
		}
	}
	i := strings.LastIndexByte(word, '.')
	if i < 0 {
		add("", s.main.Dict(), nil)
		add("", builtins.Module(th).Dict(), syntax.Keywords())
		return names
	}
	parts := strings.Split(word[:i], ".")
	v, ok := s.main.Dict().Lookup(parts[0])
	if !ok {
		return nil
	}
	for _, attr := range parts[1:] {
		var err error
		if v, err = object.GetAttr(th, v, attr); err != nil {
			return nil
		}
	}
	m, err := object.LookupSpecial(th, v, "__dir__")
	if err != nil || m.IsNull() {
		return nil
	}
	list, err := object.Call(th, m)
	if err != nil {
		return nil
	}
	items, _ := object.ToSlice(th, list)
	keys := make([]string, 0, len(items))
	for _, k := range items {
		if name, ok := object.Text(k); ok {
			keys = append(keys, name)
		}
	}
	add(word[:i+1], nil, keys)
	return names
}
