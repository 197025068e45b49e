package object

// rareFunction is what few functions have.
type rareFunction struct {
	doc         Value // absent: that of the code
	module      Value // absent unless it is not a string
	annotations *Dict // nil until computed
	annotate    Value
	typeParams  Value
}

func (f *Function) more() *rareFunction {
	if f.rare == nil {
		f.rare = new(rareFunction)
	}
	return f.rare
}

// Doc is the function's __doc__.
func (f *Function) Doc() Value {
	if f.rare != nil && !f.rare.doc.IsNull() {
		return f.rare.doc
	}
	if !f.Code.HasDoc {
		return None
	}
	f.SetDoc(NewStr(f.Code.Doc))
	return f.rare.doc
}

// SetDoc replaces __doc__.
func (f *Function) SetDoc(v Value) { f.more().doc = v }

// Module is the function's __module__.
func (f *Function) Module() Value {
	if f.module != nil {
		return f.module.Ref()
	}
	if f.rare == nil {
		return None
	}
	return orNone(f.rare.module)
}

// SetModule replaces __module__.
func (f *Function) SetModule(v Value) {
	var ok bool
	if f.module, ok = AsStr(v); !ok {
		f.more().module = v
	}
}

// SetAnnotations replaces __annotations__; nothing computes them any more.
func (f *Function) SetAnnotations(d *Dict) {
	f.more().annotations, f.rare.annotate = d, None
}

func (f *Function) annotate() Value {
	if f.rare == nil {
		return None
	}
	return orNone(f.rare.annotate)
}

// SetAnnotate replaces __annotate__, the function that computes the annotations; None leaves them.
func (f *Function) SetAnnotate(v Value) {
	f.more().annotate = v
	if !v.IsNone() {
		f.rare.annotations = nil
	}
}

// NameGetset is an attribute that is a string: __name__ or __qualname__.
func NameGetset(name string, at func(Value) **Str) GetsetDef {
	return GetsetDef{Name: name, Get: func(th *Thread, v Value) (Value, error) { return (*at(v)).Ref(), nil }, Set: func(th *Thread, v, x Value) error {
		s, ok := AsStr(x)
		if !ok {
			return TypeErrorf("%s must be set to a string object", name)
		}
		*at(v) = s
		return nil
	}}
}

// Describe gives f the names, texts and built-in names of another function.
func (f *Function) Describe(as *Function) {
	f.Builtins, f.Name, f.QualName, f.module, f.rare = as.Builtins, as.Name, as.QualName, as.module, nil
	if as.rare != nil {
		r := *as.rare
		f.rare = &r
	}
}
