package object

// __annotations__ and __annotate__ of functions, classes and modules: a dict that the function __annotate__ computes when
// it is first asked for.

// annotationsValue is the format in which __annotate__ evaluates annotations for __annotations__.
const annotationsValue = 1

// annotateBy calls __annotate__, which may be None or absent.
func annotateBy(th *Thread, f Value) (Value, error) {
	if f.IsNull() || f.IsNone() {
		return NewDict().Ref(), nil
	}
	r, err := Call(th, f, Int(annotationsValue))
	if err != nil {
		return Null, err
	}
	if _, ok := AsDict(r); !ok {
		return Null, TypeErrorf("__annotate__ returned non-dict of type '%s'", r.p.typ.Name)
	}
	return r, nil
}

func checkAnnotate(x Value, deleted string) error {
	if x.IsNull() {
		return TypeErrorf("%s", deleted)
	}
	if !x.IsNone() && !IsCallable(x) {
		return TypeErrorf("__annotate__ must be callable or None")
	}
	return nil
}

// AnnotationsOf is the function's __annotations__.
func (f *Function) AnnotationsOf(th *Thread) (*Dict, error) {
	r := f.more()
	if r.annotations == nil {
		d, err := annotateBy(th, r.annotate)
		if err != nil {
			return nil, err
		}
		r.annotations, _ = AsDict(d)
	}
	return r.annotations, nil
}

func functionAnnotations() []GetsetDef {
	fn := func(v Value) *Function { f, _ := AsFunction(v); return f }
	return []GetsetDef{
		{Name: "__annotations__", Get: func(th *Thread, v Value) (Value, error) {
			d, err := fn(v).AnnotationsOf(th)
			if err != nil {
				return Null, err
			}
			return d.Ref(), nil
		}, Set: func(th *Thread, v, x Value) error {
			d, ok := AsDict(x)
			if !ok && !x.IsNull() && !x.IsNone() {
				return TypeErrorf("__annotations__ must be set to a dict object")
			}
			if d == nil {
				d = NewDict()
			}
			fn(v).SetAnnotations(d)
			return nil
		}},
		{Name: "__annotate__", Get: func(th *Thread, v Value) (Value, error) { return fn(v).annotate(), nil }, Set: func(th *Thread, v, x Value) error {
			if err := checkAnnotate(x, "__annotate__ cannot be deleted"); err != nil {
				return err
			}
			fn(v).SetAnnotate(x)
			return nil
		}},
	}
}

func moduleAnnotations() []GetsetDef {
	return []GetsetDef{
		{Name: "__annotations__", Get: func(th *Thread, v Value) (Value, error) {
			d := v.p.dict
			if x, ok := d.GetStr(sAnnotations); ok {
				return x, nil
			}
			f, _ := d.GetStr(sAnnotate)
			x, err := annotateBy(th, f)
			if err == nil {
				d.SetStr(sAnnotations, x)
			}
			return x, err
		}, Set: func(th *Thread, v, x Value) error {
			d := v.p.dict
			if !x.IsNull() {
				d.SetStr(sAnnotations, x)
			} else if !d.DelStr(sAnnotations) {
				return AttributeErrorf(v, sAnnotations, "__annotations__")
			}
			d.DelStr(sAnnotate)
			return nil
		}},
		{Name: "__annotate__", Get: func(th *Thread, v Value) (Value, error) {
			if f, ok := v.p.dict.GetStr(sAnnotate); ok {
				return f, nil
			}
			v.p.dict.SetStr(sAnnotate, None)
			return None, nil
		}, Set: func(th *Thread, v, x Value) error {
			if err := checkAnnotate(x, "cannot delete __annotate__ attribute"); err != nil {
				return err
			}
			v.p.dict.SetStr(sAnnotate, x)
			if !x.IsNone() {
				v.p.dict.DelStr(sAnnotations)
			}
			return nil
		}},
	}
}

// classAnnotate is the class's own __annotate__: the one that its body defines goes before the compiler's.
func (t *Type) classAnnotate() Value {
	for _, n := range []*Str{sAnnotate, sAnnotateFunc} {
		if f, ok := t.NS.GetStr(n); ok {
			return f
		}
	}
	return Null
}

func classAnnotations() []GetsetDef {
	ty := func(v Value) *Type { t, _ := AsType(v); return t }
	missing := func(v Value, name *Str) error {
		return AttributeErrorf(v, name, "type object '%s' has no attribute '%s'", ty(v).Name, name.S)
	}
	return []GetsetDef{
		{Name: "__annotations__", Get: func(th *Thread, v Value) (Value, error) {
			t := ty(v)
			if !t.heap {
				return Null, missing(v, sAnnotations)
			}
			for _, n := range []*Str{sAnnotations, sAnnotationsC} {
				if d, ok := t.NS.GetStr(n); ok {
					return d, nil
				}
			}
			x, err := annotateBy(th, t.classAnnotate())
			if err == nil {
				t.NS.SetStr(sAnnotationsC, x)
			}
			return x, err
		}, Set: func(th *Thread, v, x Value) error {
			t := ty(v)
			name := sAnnotationsC
			if _, ok := t.NS.GetStr(sAnnotations); ok {
				name = sAnnotations
			}
			if !x.IsNull() {
				t.NS.SetStr(name, x)
			} else if !t.NS.DelStr(name) {
				return AttributeErrorf(v, sAnnotations, "__annotations__")
			}
			t.NS.DelStr(sAnnotateFunc)
			t.NS.DelStr(sAnnotate)
			t.modified()
			return nil
		}},
		{Name: "__annotate__", Get: func(th *Thread, v Value) (Value, error) {
			t := ty(v)
			if !t.heap {
				return Null, missing(v, sAnnotate)
			}
			f := t.classAnnotate()
			if f.IsNull() {
				return None, nil
			}
			if get := f.p.typ.DescrGet; get != nil {
				return get(th, f, Null, v)
			}
			return f, nil
		}, Set: func(th *Thread, v, x Value) error {
			t := ty(v)
			if err := checkAnnotate(x, "cannot delete __annotate__ attribute"); err != nil {
				return err
			}
			t.NS.DelStr(sAnnotate)
			t.NS.SetStr(sAnnotateFunc, x)
			if !x.IsNone() {
				t.NS.DelStr(sAnnotationsC)
				t.NS.DelStr(sAnnotations)
			}
			t.modified()
			return nil
		}},
	}
}
