package builtins

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// functions are the built-in functions by name. It is filled by init functions because their Go code refers to the
// module they end up in.
var functions = map[string]object.CallFunc{
	"abs": one("abs", object.Abs),
	"all": one("all", func(th *object.Thread, v Value) (Value, error) { return quantify(th, v, false) }),
	"any": one("any", func(th *object.Thread, v Value) (Value, error) { return quantify(th, v, true) }),
	"ascii": one("ascii", func(th *object.Thread, v Value) (Value, error) {
		s, err := object.ASCII(th, v)
		return object.NewStr(s), err
	}),
	"bin":      one("bin", func(th *object.Thread, v Value) (Value, error) { return radix(th, v, 2, "0b") }),
	"oct":      one("oct", func(th *object.Thread, v Value) (Value, error) { return radix(th, v, 8, "0o") }),
	"hex":      one("hex", func(th *object.Thread, v Value) (Value, error) { return radix(th, v, 16, "0x") }),
	"callable": one("callable", func(th *object.Thread, v Value) (Value, error) { return object.Bool(object.IsCallable(v)), nil }),
	"chr":      one("chr", chr),
	"ord":      one("ord", ord),
	"hash": one("hash", func(th *object.Thread, v Value) (Value, error) {
		h, err := object.Hash(th, v)
		return object.Int(h), err
	}),
	"id": one("id", func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(object.ID(v))), nil }),
	"len": one("len", func(th *object.Thread, v Value) (Value, error) {
		n, err := object.Len(th, v)
		return object.Int(int64(n)), err
	}),
	"repr": one("repr", func(th *object.Thread, v Value) (Value, error) {
		s, err := object.Repr(th, v)
		return object.NewStr(s), err
	}),
	"dir":             dir,
	"vars":            vars,
	"locals":          locals,
	"globals":         globals,
	"divmod":          divmod,
	"pow":             pow,
	"round":           round,
	"sum":             sum,
	"min":             extreme("min", object.Lt),
	"max":             extreme("max", object.Gt),
	"sorted":          sorted,
	"iter":            iter,
	"next":            next,
	"aiter":           aiter,
	"anext":           anext,
	"format":          format,
	"getattr":         getattr,
	"setattr":         setattr,
	"delattr":         delattr,
	"hasattr":         hasattr,
	"isinstance":      isinstance,
	"issubclass":      issubclass,
	"print":           Print,
	"input":           input,
	"open":            Open,
	"exec":            exec,
	"eval":            eval,
	"compile":         compileFn,
	"__import__":      importFn,
	"breakpoint":      breakpoint,
	"exit":            exitFn,
	"quit":            exitFn,
	"__build_class__": buildClass,
}

func one(name string, f func(*object.Thread, Value) (Value, error)) object.CallFunc {
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		if len(kw) > 0 {
			return object.Null, object.TypeErrorf("%s() takes no keyword arguments", name)
		}
		if len(args) != 1 {
			return object.Null, object.TypeErrorf("%s() takes exactly one argument (%d given)", name, len(args))
		}
		return f(th, args[0])
	}
}

func quantify(th *object.Thread, v Value, want bool) (Value, error) {
	it, err := object.Iter(th, v)
	if err != nil {
		return object.Null, err
	}
	for {
		x, err := object.Next(th, it)
		if err != nil {
			return object.Null, err
		}
		if x.IsNull() {
			return object.Bool(!want), nil
		}
		t, err := object.IsTrue(th, x)
		if err != nil {
			return object.Null, err
		}
		if t == want {
			return object.Bool(want), nil
		}
	}
}

func radix(th *object.Thread, v Value, base int, prefix string) (Value, error) {
	n, err := object.Index(th, v)
	if err != nil {
		return object.Null, err
	}
	b := object.BigOf(n)
	s := b.Text(base)
	if b.Sign() < 0 {
		return object.NewStr("-" + prefix + s[1:]), nil
	}
	return object.NewStr(prefix + s), nil
}

func chr(th *object.Thread, v Value) (Value, error) {
	n, err := object.Index(th, v)
	if err != nil {
		return object.Null, err
	}
	i, ok := n.AsInt()
	if !ok {
		i = -1
	}
	if i < 0 || i > 0x10ffff {
		return object.Null, object.ValueErrorf("chr() arg not in range(0x110000)")
	}
	return object.NewStr(object.EncodeRune(rune(i))), nil
}

func ord(th *object.Thread, v Value) (Value, error) {
	if s, ok := object.AsStr(v); ok {
		if n := s.Len(); n != 1 {
			return object.Null, object.TypeErrorf("ord() expected a character, but string of length %d found", n)
		}
		r, _ := object.DecodeRune(s.S)
		return object.Int(int64(r)), nil
	}
	if b, err := object.BytesOf(v); err == nil {
		if len(b) != 1 {
			return object.Null, object.TypeErrorf("ord() expected a character, but string of length %d found", len(b))
		}
		return object.Int(int64(b[0])), nil
	}
	return object.Null, object.TypeErrorf("ord() expected string of length 1, but %s found", v.Type().Name)
}

func dir(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) > 1 {
		return object.Null, object.TypeErrorf("dir expected at most 1 argument, got %d", len(args))
	}
	var names []Value
	if len(args) == 0 {
		d := interp.CurrentFrame(th).LocalsDict()
		if _, isDict := object.AsDict(d); !isDict {
			var err error
			if d, err = object.CallMethod(th, d, "keys"); err != nil {
				return object.Null, err
			}
		}
		ks, err := object.ToSlice(th, d)
		if err != nil {
			return object.Null, err
		}
		names = ks
	} else {
		m, err := object.LookupSpecial(th, args[0], "__dir__")
		if err != nil {
			return object.Null, err
		}
		r, err := object.Call(th, m)
		if err != nil {
			return object.Null, err
		}
		if names, err = object.ToSlice(th, r); err != nil {
			return object.Null, err
		}
	}
	l := object.NewList(names...)
	return l.Ref(), l.Sort(th, object.Null, false)
}

func vars(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) == 0 {
		return interp.CurrentFrame(th).LocalsDict(), nil
	}
	if len(args) > 1 {
		return object.Null, object.TypeErrorf("vars expected at most 1 argument, got %d", len(args))
	}
	d, err := object.LookupAttr(th, args[0], object.Intern("__dict__"))
	if err != nil {
		return object.Null, err
	}
	if d.IsNull() {
		return object.Null, object.TypeErrorf("vars() argument must have __dict__ attribute")
	}
	return d, nil
}

func locals(th *object.Thread, args, kw []Value) (Value, error) {
	return interp.CurrentFrame(th).LocalsDict(), nil
}
func globals(th *object.Thread, args, kw []Value) (Value, error) {
	return interp.CurrentFrame(th).Globals().Ref(), nil
}

func divmod(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("divmod", args, kw, "x", "y", "/")
	if err != nil {
		return object.Null, err
	}
	if m := a[0].Type().Lookup(th, object.Intern("__divmod__")); !m.IsNull() {
		r, err := object.CallMethod(th, a[0], "__divmod__", a[1])
		if err != nil || r != object.NotImplemented {
			return r, err
		}
	}
	if m := a[1].Type().Lookup(th, object.Intern("__rdivmod__")); !m.IsNull() {
		r, err := object.CallMethod(th, a[1], "__rdivmod__", a[0])
		if err != nil || r != object.NotImplemented {
			return r, err
		}
	}
	isNum := func(v Value) bool { return v.IsInt() || v.IsFloat() }
	if !isNum(a[0]) || !isNum(a[1]) {
		return object.Null, object.TypeErrorf("unsupported operand type(s) for divmod(): '%s' and '%s'", a[0].Type().Name, a[1].Type().Name)
	}
	q, err := object.BinaryOp(th, object.OpFloorDiv, a[0], a[1])
	if err != nil {
		return object.Null, err
	}
	m, err := object.BinaryOp(th, object.OpMod, a[0], a[1])
	return object.NewTuple(q, m).Ref(), err
}

func pow(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("pow", args, kw, "base", "exp", "|", "mod")
	if err != nil {
		return object.Null, err
	}
	if a[2].IsNull() {
		return object.BinaryOp(th, object.OpPow, a[0], a[1])
	}
	return object.Power(th, a[0], a[1], a[2])
}

func round(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("round", args, kw, "number", "|", "ndigits")
	if err != nil {
		return object.Null, err
	}
	m, err := object.LookupSpecial(th, a[0], "__round__")
	if err != nil {
		return object.Null, err
	}
	if m.IsNull() {
		return object.Null, object.TypeErrorf("type %s doesn't define __round__ method", a[0].Type().Name)
	}
	if a[1].IsNull() || a[1].IsNone() {
		return object.Call(th, m)
	}
	return object.Call(th, m, a[1])
}

func extreme(name string, op object.CompareOp) object.CallFunc {
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		n := len(args) - len(kw)
		key, def := object.Null, object.Null
		for i, k := range kw {
			switch s, _ := object.Text(k); s {
			case "key":
				key = args[n+i]
			case "default":
				def = args[n+i]
			default:
				return object.Null, object.TypeErrorf("%s() got an unexpected keyword argument '%s'", name, s)
			}
		}
		if n == 0 {
			return object.Null, object.TypeErrorf("%s expected at least 1 argument, got 0", name)
		}
		src := args[0]
		if n > 1 {
			if !def.IsNull() {
				return object.Null, object.TypeErrorf("Cannot specify a default for %s() with multiple positional arguments", name)
			}
			src = object.NewTuple(append([]Value(nil), args[:n]...)...).Ref()
		}
		best, bestKey := object.Null, object.Null
		err := object.Iterate(th, src, func(th *object.Thread, x Value) error {
			k := x
			if !key.IsNull() && !key.IsNone() {
				var err error
				if k, err = object.Call(th, key, x); err != nil {
					return err
				}
			}
			if best.IsNull() {
				best, bestKey = x, k
				return nil
			}
			better, err := object.CompareBool(th, k, bestKey, op)
			if better {
				best, bestKey = x, k
			}
			return err
		})
		if err != nil {
			return object.Null, err
		}
		if best.IsNull() {
			if def.IsNull() {
				return object.Null, object.ValueErrorf("%s() iterable argument is empty", name)
			}
			return def, nil
		}
		return best, nil
	}
}

func sorted(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("sorted", args, kw, "iterable", "/", "|", "*", "key", "reverse")
	if err != nil {
		if len(args) == len(kw) {
			err = object.TypeErrorf("sorted expected 1 argument, got 0")
		} else if n := len(args) - len(kw); n > 1 {
			err = object.TypeErrorf("sorted expected 1 argument, got %d", n)
		}
		return object.Null, err
	}
	l := object.NewList()
	if err := l.Extend(th, a[0]); err != nil {
		return object.Null, err
	}
	rev := false
	if !a[2].IsNull() {
		if rev, err = object.IsTrue(th, a[2]); err != nil {
			return object.Null, err
		}
	}
	return l.Ref(), l.Sort(th, a[1], rev)
}

func iter(th *object.Thread, args, kw []Value) (Value, error) {
	switch len(args) {
	case 1:
		return object.Iter(th, args[0])
	case 2:
		if !object.IsCallable(args[0]) {
			return object.Null, object.TypeErrorf("iter(v, w): v must be callable")
		}
		return object.NewCallableIter(args[0], args[1]), nil
	}
	if len(args) > 2 {
		return object.Null, object.TypeErrorf("iter expected at most 2 arguments, got %d", len(args))
	}
	return object.Null, object.TypeErrorf("iter expected at least 1 argument, got %d", len(args))
}

func next(th *object.Thread, args, kw []Value) (Value, error) {
	switch n := len(args); {
	case len(kw) > 0:
		return object.Null, object.TypeErrorf("next() takes no keyword arguments")
	case n < 1:
		return object.Null, object.TypeErrorf("next expected at least 1 argument, got 0")
	case n > 2:
		return object.Null, object.TypeErrorf("next expected at most 2 arguments, got %d", n)
	}
	it := args[0]
	t := it.Type()
	var v Value
	var err error
	if t.Next == nil {
		return object.Null, object.TypeErrorf("'%s' object is not an iterator", t.Name)
	}
	if len(args) == 1 && (t.IsHeap() || t == interp.GeneratorType) {
		return object.CallMethod(th, it, "__next__") // keeps the exception as it was raised
	}
	if v, err = object.Next(th, it); err != nil {
		return object.Null, err
	}
	if v.IsNull() {
		if len(args) == 2 {
			return args[1], nil
		}
		return object.Null, object.StopIterationOf(object.Null)
	}
	return v, nil
}

func format(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("format", args, kw, "value", "|", "format_spec", "/")
	if err != nil {
		return object.Null, err
	}
	spec := ""
	if !a[1].IsNull() {
		s, ok := object.Text(a[1])
		if !ok {
			return object.Null, object.TypeErrorf("format() argument 2 must be str, not %s", a[1].Type().Name)
		}
		spec = s
	}
	s, err := object.Format(th, a[0], spec)
	return object.NewStr(s), err
}

func attrName(fname string, v Value) (*object.Str, error) {
	s, ok := object.AsStr(v)
	if !ok {
		return nil, object.TypeErrorf("attribute name must be string, not '%s'", v.Type().Name)
	}
	return object.InternStr(s), nil
}

func getattr(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("getattr", args, kw, "object", "name", "|", "default", "/")
	if err != nil {
		return object.Null, err
	}
	n, err := attrName("getattr", a[1])
	if err != nil {
		return object.Null, err
	}
	if a[2].IsNull() {
		return object.GetAttrStr(th, a[0], n)
	}
	v, err := object.LookupAttr(th, a[0], n)
	if err == nil && v.IsNull() {
		v = a[2]
	}
	return v, err
}

func setattr(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("setattr", args, kw, "object", "name", "value", "/")
	if err != nil {
		return object.Null, err
	}
	n, err := attrName("setattr", a[1])
	if err != nil {
		return object.Null, err
	}
	return object.None, object.SetAttrStr(th, a[0], n, a[2])
}

func delattr(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("delattr", args, kw, "object", "name", "/")
	if err != nil {
		return object.Null, err
	}
	n, err := attrName("delattr", a[1])
	if err != nil {
		return object.Null, err
	}
	return object.None, object.SetAttrStr(th, a[0], n, object.Null)
}

func hasattr(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("hasattr", args, kw, "object", "name", "/")
	if err != nil {
		return object.Null, err
	}
	n, err := attrName("hasattr", a[1])
	if err != nil {
		return object.Null, err
	}
	v, err := object.LookupAttr(th, a[0], n)
	return object.Bool(!v.IsNull()), err
}

func isinstance(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) == 2 && len(kw) == 0 {
		b, err := object.IsInstance(th, args[0], args[1])
		return object.Bool(b), err
	}
	a, err := object.Args("isinstance", args, kw, "object", "class_or_tuple", "/")
	if err != nil {
		return object.Null, err
	}
	b, err := object.IsInstance(th, a[0], a[1])
	return object.Bool(b), err
}

func issubclass(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("issubclass", args, kw, "cls", "class_or_tuple", "/")
	if err != nil {
		return object.Null, err
	}
	b, err := object.IsSubclass(th, a[0], a[1])
	return object.Bool(b), err
}

func exitFn(th *object.Thread, args, kw []Value) (Value, error) {
	return object.Null, object.NewExceptionArgs(object.SystemExit, append([]Value(nil), args...)...)
}

func buildClass(th *object.Thread, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	if n < 2 {
		return object.Null, object.TypeErrorf("__build_class__: not enough arguments")
	}
	fn, ok := object.AsFunction(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("__build_class__: func must be a function")
	}
	var kws []object.Kw
	for i, k := range kw {
		s, _ := object.Text(k)
		kws = append(kws, object.Kw{Name: s, V: args[n+i]})
	}
	return object.BuildClass(th, args[1], args[2:n], kws, func(ns Value) (Value, error) { return interp.RunClassBody(th, fn, ns) })
}

func importFn(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("__import__", args, kw, "name", "|", "globals", "locals", "fromlist", "level")
	if err != nil {
		return object.Null, err
	}
	name, ok := object.Text(a[0])
	if !ok {
		return object.Null, object.TypeErrorf("module name must be a string")
	}
	level := 0
	if !a[4].IsNull() {
		if level, err = object.ToInt(th, a[4]); err != nil {
			return object.Null, err
		}
	}
	switch {
	case level < 0:
		return object.Null, object.ValueErrorf("level must be >= 0")
	case level == 0 && name == "":
		return object.Null, object.ValueErrorf("Empty module name")
	}
	g, _ := object.AsDict(a[1])
	if g == nil {
		g = object.NewDict()
	}
	return interp.Import(th, name, g, a[3], level)
}
