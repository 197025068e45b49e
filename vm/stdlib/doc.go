// Package stdlib is the standard library: modules in Go where they are primitive, and modules in the Python subset
// under lib, embedded and loaded on first import.
//
// It is a part of this module; package magneto is for use from outside.
package stdlib

import (
	"embed"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

type Value = object.Value

//go:embed all:lib
var library embed.FS

func init() {
	interp.RegisterLibrary(library, "lib", "<magneto>")
}

// required refuses calls of a function with fewer positional arguments than it looks at.
func required(name string, n int, f object.CallFunc) object.CallFunc {
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		given := len(args) - len(kw)
		if given >= n {
			return f(th, args, kw)
		}
		plural := "s"
		if n == 1 {
			plural = ""
		}
		return object.Null, object.TypeErrorf("%s() takes at least %d argument%s (%d given)", name, n, plural, given)
	}
}
