package magneto

import (
	"errors"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Error is a Python exception that a program has not handled.
type Error struct {
	Type      string // the name of its class, such as ValueError or torch._dynamo.exc.Unsupported
	Message   string
	Traceback string // what Python would print, with the error's own line at the end
	Value     Value  // the exception object
}

// Error is the last line of the traceback.
func (e *Error) Error() string {
	if e.Message == "" {
		return e.Type
	}
	return e.Type + ": " + e.Message
}

// ExitError is sys.exit: the program has ended as it wanted to.
type ExitError struct {
	Status  int
	Message string // what sys.exit was called with, if that was no number; Python would print it
}

// Error is the message, or says the status.
func (e *ExitError) Error() string {
	if e.Message != "" {
		return e.Message
	}
	return "exit status " + strconv.Itoa(e.Status)
}

// LimitError is the error of a program that has hit one of its [Limits].
type LimitError = interp.LimitError

// InternalError is a fault of this module, with the place of the program that met it.
type InternalError = interp.InternalError

// failure is an error of the interpreter as users of this package see it.
func (m *Machine) failure(err error) error {
	var exit *interp.ExitError
	if errors.As(err, &exit) {
		return &ExitError{Status: exit.Status}
	}
	e, ok := err.(*object.Exception)
	if !ok {
		return err
	}
	if e.Matches(object.SystemExit) {
		return exitOf(m.th, e)
	}
	text := interp.FormatException(m.th, e)
	message, _ := object.StrOf(m.th, e.Ref())
	t := e.Ref().Type()
	name := t.QualName
	if module, err := object.GetAttr(m.th, t.Ref(), "__module__"); err == nil {
		if s, _ := object.Text(module); s != "" && s != "builtins" && s != "__main__" {
			name = s + "." + name
		}
	}
	return &Error{Type: name, Message: message, Traceback: strings.TrimSuffix(text, "\n"), Value: m.value(e.Ref())}
}

// exitOf reads the argument of sys.exit as Python does.
func exitOf(th *object.Thread, e *object.Exception) *ExitError {
	code, err := object.GetAttr(th, e.Ref(), "code")
	if err != nil || code.IsNone() {
		return &ExitError{}
	}
	if n, ok := code.AsInt(); ok {
		return &ExitError{Status: int(n) & 0xff}
	}
	text, _ := object.StrOf(th, code)
	return &ExitError{Status: 1, Message: text}
}
