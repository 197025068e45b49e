package compiler

import (
	"cmp"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is what recordings know of the sizes that a user named: each is a number of its own while the program runs; that those of one name are
// equal, and that others follow from them, is said behind it.

// namedSize is a size of an input that has a name, and how it follows from the name of a root: factor*root + offset.
type namedSize struct {
	input, dim     int
	size           symbolic.Int
	hint           int64
	label, root    string
	factor, offset int64
	least, most    int64 // what the user said of it
	rootRange      [2]int64
}

// plain tells whether the size has the name of the root itself.
func (n *namedSize) plain() bool { return n.factor == 1 && n.offset == 0 }

// bound64 is a bound among the parts of a mark, or what stands for none.
func bound64(v object.Value, none int64) int64 {
	if n, ok := v.AsInt(); ok {
		return n
	}
	return none
}

// size makes the number for a dimension of an input by its mark: (policy, least, most, label), and for a label its root, factor and offset and the root's
// least and greatest value.
func (r *recorder) size(place guards.Place, hint int64, parts []object.Value) symbolic.Int {
	policy := guards.Dynamic
	if isMark(parts[0], "duck") {
		policy = guards.Duck
	}
	label, _ := object.Text(parts[3])
	n := namedSize{input: len(r.inputs), dim: place.Dim, hint: hint, label: label, least: bound64(parts[1], guards.MinusInfinity), most: bound64(parts[2], guards.Infinity)}
	n.size = r.shapes.Create(place, hint, policy, guards.UserLine{})
	if label != "" {
		n.root, _ = object.Text(parts[4])
		n.factor, _ = parts[5].AsInt()
		n.offset, _ = parts[6].AsInt()
		n.rootRange = [2]int64{bound64(parts[7], guards.MinusInfinity), bound64(parts[8], guards.Infinity)}
		defer func() { r.named = append(r.named, n) }()
	}
	if !n.size.IsSymbolic() {
		if label != "" {
			r.shapes.Fix(place, label, hint)
		}
		return n.size
	}
	s := r.shapes.Symbol(n.size.Expr().Name)
	if label != "" { // what is said of others is compared with what was traced
		s.Lo, s.Hi = max(s.Lo, n.least), min(s.Hi, n.most)
	}
	hi := s.Hi
	if s.Lo == s.Hi { // one size that traces know, which has 0 and 1 beside it
		s.Hi = guards.Infinity
	}
	s.Label, s.Strict = label, label != "" || isMark(parts[0], "dynamic")
	if label != "" {
		s.User = &[2]int64{s.Lo, hi}
		s.Root, s.Factor, s.Offset = n.root, n.factor, n.offset
	}
	return n.size
}

// strides writes the strides of an input by its sizes, from the innermost outwards, where one of these is symbolic; one that follows from no size is a
// symbol of its own.
func (r *recorder) strides(f *ops.Fake, t *tensor.Tensor, source *guards.Source) {
	if !slices.ContainsFunc(f.Sizes, symbolic.Int.IsSymbolic) {
		return
	}
	given := t.Strides()
	order := make([]int, len(given))
	for d := range order {
		order[d] = len(given) - 1 - d
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(given[a], given[b]) })
	known := map[int]symbolic.Int{0: symbolic.IntOf(0), 1: symbolic.IntOf(1)}
	for _, d := range order {
		stride, ok := known[given[d]]
		if !ok {
			stride = r.shapes.Create(guards.Place{Source: source, Property: guards.Stride, Dim: d}, int64(given[d]), guards.Duck, guards.UserLine{})
			known[given[d]] = stride
		}
		f.Strides[d] = stride
		known[given[d]*t.Size(d)] = stride.Mul(f.Sizes[d])
	}
}

// declare makes the symbols of a program that is recorded again: (name, value in this run, least, most) of each.
func (r *recorder) declare(th *object.Thread, list object.Value) error {
	symbols, err := object.ToSlice(th, list)
	if err != nil {
		return err
	}
	for _, v := range symbols {
		parts, ok := object.AsTuple(v)
		if !ok || len(parts.Items) != 4 {
			return object.TypeErrorf("a symbol is declared by its name, its value and its range")
		}
		name, _ := object.Text(parts.Items[0])
		hint, _ := parts.Items[1].AsInt()
		r.shapes.Declare(name, hint, bound64(parts.Items[2], guards.MinusInfinity), bound64(parts.Items[3], guards.Infinity))
	}
	return nil
}

// written is a size as the program that is recorded again has it.
func (r *recorder) written(text string) (symbolic.Int, error) {
	x, err := symbolic.Parse(text)
	if err != nil {
		return symbolic.Int{}, err
	}
	for _, name := range symbolic.Symbols(x) {
		if r.shapes.Symbol(name) == nil {
			return symbolic.Int{}, object.NotImplementedErrorf("magneto: the size %s, whose symbol %s no input determines", text, name)
		}
	}
	return symbolic.FromExpr(x), nil
}

// relate says how the sizes that have names depend on each other: those of one name are equal, the others follow from the first size that has the name
// of their root, or from a number of that name.
func (r *recorder) relate() {
	first, roots := map[string]symbolic.Int{}, map[string]symbolic.Int{}
	for _, n := range r.named {
		if !n.plain() {
			continue
		}
		if known, ok := first[n.label]; ok {
			r.equal(n.size, known)
		} else {
			first[n.label], roots[n.label] = n.size, n.size
		}
	}
	derived := map[string]symbolic.Int{}
	for _, n := range r.named {
		if n.plain() {
			continue
		}
		if known, ok := derived[n.label]; ok {
			r.equal(n.size, known)
			continue
		}
		derived[n.label] = n.size
		root, ok := roots[n.root]
		if !ok {
			root = r.root(&n)
			roots[n.root] = root
		}
		r.equal(n.size, root.Mul(symbolic.IntOf(n.factor)).Add(symbolic.IntOf(n.offset)))
	}
}

// equal decides that two sizes are equal as they are known now.
func (r *recorder) equal(a, b symbolic.Int) {
	if relation := r.shapes.Simplify(a).Eq(r.shapes.Simplify(b)); relation.Expr() != nil {
		r.shapes.Decide(relation)
	}
}

// root is the number that a size follows from and that is no size of an input.
func (r *recorder) root(n *namedSize) symbolic.Int {
	place := guards.Place{Source: guards.NewConstant(n.root, object.None), Property: guards.Size}
	r.roots[place.Text()] = n.root
	size := r.shapes.Create(place, (n.hint-n.offset)/n.factor, guards.Dynamic, guards.UserLine{})
	if size.IsSymbolic() {
		s := r.shapes.Symbol(size.Expr().Name)
		s.Lo, s.Hi = max(s.Lo, n.rootRange[0]), min(s.Hi, n.rootRange[1])
		s.Label, s.Root, s.Factor = n.root, n.root, 1
	}
	return size
}

// conditions are what was decided of sizes, in its order, as texts over the places of these.
func (r *recorder) conditions() object.Value {
	out := object.NewList()
	for _, text := range r.shapes.DecidedTexts() {
		out.Items = append(out.Items, object.NewStr(text))
	}
	return out.Ref()
}

// ranges is a dict of the expressions of sizes, and of the symbols in them, to their least and greatest values, None for no bound: what the user said of
// those that have names, what is known of the others.
func (r *recorder) ranges() object.Value {
	d := object.NewDict()
	limits := map[string][2]int64{}
	names := map[[2]int]namedSize{}
	for _, n := range r.named {
		names[[2]int{n.input, n.dim}] = n
	}
	put := func(n symbolic.Int, lo, hi int64) {
		if known, ok := limits[n.String()]; ok {
			lo, hi = max(lo, known[0]), min(hi, known[1])
		}
		limits[n.String()] = [2]int64{lo, hi}
		putRange(d, n.String(), lo, hi)
	}
	var symbols []string
	for i, in := range r.inputs {
		if n, ok := in.(symbolic.Int); ok {
			if n = r.shapes.Simplify(n); n.IsSymbolic() {
				lo, hi := r.shapes.Bounds(n)
				put(n, lo, hi)
				symbols = append(symbols, symbolic.Symbols(n.Expr())...)
			}
		}
		f, ok := in.(*ops.Fake)
		if !ok {
			continue
		}
		for dim, n := range f.Sizes {
			if n = r.shapes.Simplify(n); !n.IsSymbolic() {
				continue
			}
			lo, hi := r.shapes.Bounds(n)
			if name, ok := names[[2]int{i, dim}]; ok {
				lo, hi = max(name.least, 0), name.most
			}
			put(n, lo, hi)
			symbols = append(symbols, symbolic.Symbols(n.Expr())...)
		}
	}
	for _, name := range symbols {
		if _, known := limits[name]; !known {
			n := symbolic.FromExpr(symbolic.NewSymbol(name))
			lo, hi := r.shapes.Bounds(n)
			put(n, lo, hi)
		}
	}
	for _, s := range r.shapes.Symbols() {
		if s.Backed {
			continue
		}
		n := symbolic.FromExpr(symbolic.NewSymbol(s.Name))
		if strings.HasPrefix(s.Name, symbolic.UnbackedRealPrefix) {
			putRange(d, s.Name, guards.MinusInfinity, guards.Infinity)
		} else {
			lo, hi := r.rangeOf(n)
			putRange(d, s.Name, lo, hi)
		}
	}
	return d.Ref()
}

// rangeOf is the range of a symbol, and of what it has turned out to be.
func (r *recorder) rangeOf(n symbolic.Int) (lo, hi int64) {
	lo, hi = r.shapes.Bounds(n)
	if known := r.shapes.Simplify(n); known != n {
		least, most := r.shapes.Bounds(known)
		lo, hi = max(lo, least), min(hi, most)
	}
	return lo, hi
}

func putRange(d *object.Dict, name string, lo, hi int64) {
	least, most := object.None, object.None
	if lo != guards.MinusInfinity {
		least = object.Int(lo)
	}
	if hi != guards.Infinity {
		most = object.Int(hi)
	}
	d.Put(name, object.NewTuple(least, most).Ref())
}
