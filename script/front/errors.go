package front

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/magneto-go/magneto/script/ir"
)

// Error is a mistake in a program: what is wrong, and where. Calls are the compilations that led there, innermost first.
type Error struct {
	Kind  string // "" for RuntimeError, else NotSupportedError, UnsupportedNodeError
	Msg   string
	Range ir.Range
	Calls []Call
	left  bool // has left the function in which it was made: syntax is refused before a function is compiled, and its call does not count
}

// Call is a function whose compilation another one asked for.
type Call struct {
	Name, Caller string
	Range        ir.Range
}

func (e *Error) Error() string {
	if e.Range.Source == nil { // of no place
		return e.Msg
	}
	var b strings.Builder
	b.WriteString("\n" + e.Msg + ":\n" + e.Range.Highlight())
	for _, c := range e.Calls {
		if c.Range.Source == nil { // a class that nothing uses yet
			continue
		}
		fmt.Fprintf(&b, "'%s' is being compiled since it was called from '%s'\n", c.Name, c.Caller)
		b.WriteString(c.Range.Highlight())
	}
	return b.String()
}

// PlaceCalls gives places to calls that have none yet, one after the other.
func (e *Error) PlaceCalls(places ...ir.Range) {
	for i := range e.Calls {
		if e.Calls[i].Range.Source == nil && len(places) > 0 {
			e.Calls[i].Range, places = places[0], places[1:]
		}
	}
}

// Caller is the function that is being compiled, as errors name it.
func (d *Def) Caller() string { return shownName(d.Func, d.Self != nil) }

// shownName is the name of a function in errors: methods have that of their class in front.
func shownName(f *ir.Function, method bool) string {
	parts := strings.Split(f.Qualified, ".")
	if !method || len(parts) < 2 {
		return f.Name
	}
	return parts[len(parts)-2] + "." + f.Name
}

// Fail stops the compilation of a function with an error.
func Fail(r ir.Range, format string, args ...any) {
	panic(&Error{Msg: fmt.Sprintf(format, args...), Range: r})
}

// first is the first character of a range.
func first(r ir.Range) ir.Range {
	r.To = r.From + 1
	return r
}

// firstWord is the part of a range that errors mark of statements that scripts do not have.
func (e *Emitter) firstWord(r ir.Range) ir.Range {
	r.To = r.From + len(word.FindString(r.Source.Text[r.From:]))
	return r
}

func unsupported(kind string, r ir.Range, format string, args ...any) {
	panic(&Error{Kind: kind, Msg: fmt.Sprintf(format, args...), Range: r})
}

// catch makes an error of what Fail threw; errors of the host pass through.
func catch(err *error) {
	switch e := recover().(type) {
	case nil:
	case *Error:
		*err = e
	case hostError:
		*err = e.err
	case *ir.RecursionError:
		*err = e
	case runtime.Error: // a fault of ours must not end the program
		*err = fmt.Errorf("magneto: internal error of the script compiler: %w", e)
	default:
		panic(e)
	}
}

// hostError carries an error of the host through the emitter.
type hostError struct{ err error }

// Check stops the compilation with an error of the host.
func Check(err error) {
	if err == nil {
		return
	}
	if e, ok := err.(*Error); ok {
		panic(e)
	}
	panic(hostError{err})
}

// Guard calls f; what Fail and Check throw in it becomes its error.
func Guard(f func() error) (err error) {
	defer catch(&err)
	return f()
}
