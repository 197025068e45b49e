package ops

// Functional tensors outside of a transform: scripts wrap tensors, switch functionalization on and off around what they run, and unwrap.

// ToFunctional is a tensor of the functionalization that comes next, or is on.
func (ctx *Context) ToFunctional(v Value) (out Value, err error) {
	defer ctx.catch(&err, ctx.state())
	w := ctx.functionalization().fresh(v)
	return w, nil
}

// functionalization is the level that scripts have switched on, or will.
func (ctx *Context) functionalization() *functionalize {
	if ctx.functional == nil {
		ctx.functional = &functionalize{again: true}
	}
	return ctx.functional
}

// FunctionalizeAs has the functionalization that comes next be that of a functional tensor; a new one where v is none.
func (ctx *Context) FunctionalizeAs(v Value) {
	ctx.functional = nil
	if IsFunctional(v) {
		ctx.functional = handleOf(v).level.(*functionalize)
	}
}

// EnableFunctionalization switches it on: views are made by the operators that copy unless they are to be reapplied.
func (ctx *Context) EnableFunctionalization(reapplyViews bool) {
	f := ctx.functionalization()
	f.copies = !reapplyViews
	ctx.push(f)
}

// DisableFunctionalization switches it off; it says whether it was on.
func (ctx *Context) DisableFunctionalization() bool {
	f := ctx.functional
	if f == nil || !ctx.Sees(f) {
		return false
	}
	ctx.pop(f)
	ctx.functional = nil
	return true
}

// IsFunctional says whether v is a functional tensor.
func IsFunctional(v Value) bool {
	h := handleOf(v)
	if h == nil {
		return false
	}
	_, ok := h.level.(*functionalize)
	return ok
}

// FromFunctional is the tensor that a functional one stands for now; another tensor is an error.
func (ctx *Context) FromFunctional(v Value) (out Value, err error) {
	defer ctx.catch(&err, ctx.state())
	check(IsFunctional(v), "Expected a functional tensor")
	f := handleOf(v).level.(*functionalize)
	if ctx.Sees(f) {
		return ctx.under(f, func() Value { return f.value(ctx, v) }), nil
	}
	return f.value(ctx, v), nil
}
