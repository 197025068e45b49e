package dynamo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// misbound is the error of arguments that do not fit the parameters of a function that tracing calls. PyTorch binds them itself: those of functions of the
// caller in words of its own, those of functions that the frame has made in words of inspect.
func (f *frame) misbound(given int, kwargs []variables.KW) error {
	names := make([]string, len(kwargs))
	for i, kw := range kwargs {
		names[i] = kw.Name
	}
	text := f.misfit(given, names)
	if f.fn.New {
		text = f.misfitOfSignature(given, names)
	}
	return object.NewException(object.TypeError, text)
}

// misfit says what is wrong with a number of positional arguments and names of others.
func (f *frame) misfit(given int, names []string) string {
	c := f.code
	n := c.ArgCount
	if given > n && c.Flags&bytecode.FlagVarArgs == 0 {
		return fmt.Sprintf("Too many positional arguments: got %d, expected %d", given, n)
	}
	rest := slices.Clone(names)
	for i := given; i < n; i++ {
		name := c.LocalsPlus[i]
		if at := slices.Index(rest, name); at >= 0 && i >= c.PosOnlyArgCount {
			rest = slices.Delete(rest, at, at+1)
		} else if !f.hasDefault(i) {
			return "missing required positional argument: " + name
		}
	}
	for i := n; i < n+c.KwOnlyArgCount; i++ {
		name := c.LocalsPlus[i]
		if at := slices.Index(rest, name); at >= 0 {
			rest = slices.Delete(rest, at, at+1)
		} else if !f.hasDefault(i) {
			return "Missing required keyword-only argument: " + name
		}
	}
	return "Unexpected keyword arguments: [" + quoted(rest) + "]"
}

// misfitOfSignature is misfit as inspect.Signature.bind words it.
func (f *frame) misfitOfSignature(given int, names []string) string {
	c := f.code
	n := c.ArgCount
	for i := 0; i < min(given, n); i++ {
		if i >= c.PosOnlyArgCount && slices.Contains(names, c.LocalsPlus[i]) {
			return "multiple values for argument '" + c.LocalsPlus[i] + "'"
		}
	}
	if given > n && c.Flags&bytecode.FlagVarArgs == 0 {
		return "too many positional arguments"
	}
	var passed []string
	for i := given; i < n+c.KwOnlyArgCount; i++ {
		name := c.LocalsPlus[i]
		named := slices.Contains(names, name)
		switch {
		case named && i < c.PosOnlyArgCount:
			passed = append(passed, name)
		case !named && !f.hasDefault(i) && i < n:
			return "missing a required argument: '" + name + "'"
		case !named && !f.hasDefault(i):
			return "missing a required keyword-only argument: '" + name + "'"
		}
	}
	if len(passed) > 0 {
		return "got some positional-only arguments passed as keyword arguments: " + quoted(passed)
	}
	for _, name := range names {
		if !slices.Contains(c.LocalsPlus[:n+c.KwOnlyArgCount], name) {
			return "got an unexpected keyword argument '" + name + "'"
		}
	}
	return "multiple values for an argument"
}

// hasDefault tells whether the parameter i has a default.
func (f *frame) hasDefault(i int) bool {
	c, fn := f.code, f.fn.Fn
	if i >= c.ArgCount {
		if fn.KwDefaults == nil {
			return false
		}
		_, ok := fn.KwDefaults.Lookup(c.LocalsPlus[i])
		return ok
	}
	return fn.Defaults != nil && i >= c.ArgCount-len(fn.Defaults.Items)
}

// quoted is a list of names as Python shows it.
func quoted(names []string) string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = "'" + name + "'"
	}
	return strings.Join(shown, ", ")
}
