package interp

import (
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/unidata"
)

func init() {
	syntax.NormalizeIdentifier = func(name string) string {
		return string(unidata.Normalize("NFKC", []rune(name)))
	}
}
