package torch

import (
	"hash/fnv"
	"regexp"
	"strconv"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// A nested int is the size of a ragged dimension: a symbol of its own for each set of lengths. It equals itself alone, needs no shape environment, and is greater than
// any number that it is compared with.

var nestedSymbol = regexp.MustCompile(`^j\d+$`)

// nestedInt makes the nested int of a number (torch._C._nested_int).
func nestedInt(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_nested_int", args, kwNames, "number")
	if err != nil {
		return object.Null, err
	}
	n, err := object.ToInt(th, a[0])
	if err != nil {
		return object.Null, err
	}
	return symInt(th, symbolic.FromExpr(symbolic.NewSymbol("j"+strconv.Itoa(n)))), nil
}

// onlyNested says whether e has symbols, all of nested ints.
func onlyNested(e *symbolic.Expr) bool {
	if e == nil {
		return false
	}
	names := symbolic.Symbols(e)
	for _, name := range names {
		if !nestedSymbol.MatchString(name) {
			return false
		}
	}
	return len(names) > 0
}

// decideNested decides a condition on nested ints alone.
func decideNested(b symbolic.Bool) (truth, decided bool) {
	e := b.Expr()
	if !onlyNested(e) {
		return false, false
	}
	v, err := symbolic.Eval(e, func(name string) (int64, bool) {
		n, err := strconv.Atoi(name[1:])
		return 1<<40 + int64(n), err == nil
	})
	return v != 0, err == nil
}

// nestedHash is the hash of an expression of nested ints.
func nestedHash(s symbolic.Int) (int64, bool) {
	if c, ok := s.Const(); ok || !onlyNested(s.Expr()) {
		return c, false
	}
	h := fnv.New64a()
	h.Write([]byte(s.String()))
	return int64(h.Sum64() >> 1), true
}
