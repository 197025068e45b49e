// Package stdlib is the standard library: modules in Go where they are primitive, and modules in the Python subset
// under lib, embedded and loaded on first import.
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
