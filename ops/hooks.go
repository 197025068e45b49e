package ops

// AddHook registers a gradient hook, whose name is for messages, on a tensor and returns it for removal.
func (ctx *Context) AddHook(v Value, name string, fn func(grad Value) (Value, error)) (h *Hook, err error) {
	defer ctx.catch(&err, ctx.state())
	if !RequiresGrad(v) {
		throwRuntime("cannot register a hook on a tensor that doesn't require gradient")
	}
	e := ctx.edgeOf(v)
	h = &Hook{Fn: fn, Name: name}
	if e.Node == nil { // a view that was made without a history: no gradient comes
		return h, nil
	}
	if e.Node.tensorHooks == nil {
		e.Node.tensorHooks = map[int][]*Hook{}
	}
	e.Node.tensorHooks[e.Nr] = append(e.Node.tensorHooks[e.Nr], h)
	return h, nil
}

// AddPostAccumulateHook registers a hook that runs after a gradient was added to a leaf.
func (ctx *Context) AddPostAccumulateHook(v Value, fn func(param Value) (Value, error)) (h *Hook, err error) {
	defer ctx.catch(&err, ctx.state())
	if ctx.GradFn(v) != nil {
		throwRuntime("post accumulate grad hooks cannot be registered on non-leaf tensors")
	}
	if !RequiresGrad(v) {
		throwRuntime("cannot register a hook on a tensor that doesn't require gradient")
	}
	n := ctx.AccumulateNode(v)
	h = &Hook{Fn: fn}
	n.PostAcc = append(n.PostAcc, h)
	return h, nil
}

// Hooks are what AddHook has registered for a tensor and what was not removed since.
func (ctx *Context) Hooks(v Value) []*Hook {
	if !RequiresGrad(v) {
		return nil
	}
	e := ctx.edgeOf(v)
	if e.Node == nil {
		return nil
	}
	return e.Node.tensorHooks[e.Nr]
}

// PostAccumulateHooks are those of a leaf.
func (ctx *Context) PostAccumulateHooks(v Value) []*Hook {
	if !RequiresGrad(v) || ctx.GradFn(v) != nil {
		return nil
	}
	return ctx.AccumulateNode(v).PostAcc
}

// RemoveHook takes a hook off a tensor.
func (ctx *Context) RemoveHook(v Value, h *Hook) {
	e := ctx.edgeOf(v)
	if e.Node == nil {
		return
	}
	for nr, hooks := range e.Node.tensorHooks {
		for i, other := range hooks {
			if other == h {
				e.Node.tensorHooks[nr] = append(hooks[:i:i], hooks[i+1:]...)
				return
			}
		}
	}
	for i, other := range e.Node.PostAcc {
		if other == h {
			e.Node.PostAcc = append(e.Node.PostAcc[:i:i], e.Node.PostAcc[i+1:]...)
			return
		}
	}
}

// keepsNoGrad is the error of a tensor that is to keep its gradient and has none.
const keepsNoGrad = "can't retain_grad on Tensor that has requires_grad=False"

// RetainGrad keeps the gradient of a tensor that is not a leaf.
func (ctx *Context) RetainGrad(v Value) (err error) {
	defer ctx.catch(&err, ctx.state())
	if !RequiresGrad(v) {
		throwRuntime(keepsNoGrad)
	}
	n := ctx.GradFn(v)
	if n == nil {
		return nil
	}
	a := autogradOf(v)
	a.RetainsGrad = true
	if n.retain == nil {
		n.retain = map[int]Value{}
	}
	n.retain[int(a.OutputNr)] = v
	return nil
}

// SavedHooks replace what the tape keeps of the tensors that derivatives need: pack makes something of a tensor when it is
// saved, unpack makes the tensor again (torch.autograd.graph.saved_tensors_hooks).
type SavedHooks struct {
	Pack   func(Value) (any, error)
	Unpack func(any) (Value, error)
}

// PushSavedHooks makes h apply to all tensors saved from now on.
func (ctx *Context) PushSavedHooks(h *SavedHooks) { ctx.savedHooks = append(ctx.savedHooks, h) }

// SavedHookStack are the hooks that were pushed, the last ones at its end.
func (ctx *Context) SavedHookStack() []*SavedHooks { return ctx.savedHooks }

// SetSavedHookStack puts others in their place.
func (ctx *Context) SetSavedHookStack(stack []*SavedHooks) { ctx.savedHooks = stack }

// SavedHooks are the hooks pushed last, nil without.
func (ctx *Context) SavedHooks() *SavedHooks {
	if n := len(ctx.savedHooks); n > 0 {
		return ctx.savedHooks[n-1]
	}
	return nil
}

// SuspendSavedHooks has nothing that is saved meet the hooks, until the function that it gives is called.
func (ctx *Context) SuspendSavedHooks() (resume func()) {
	hooks := ctx.savedHooks
	ctx.savedHooks = nil
	return func() { ctx.savedHooks = hooks }
}

// PopSavedHooks ends the hooks pushed last.
func (ctx *Context) PopSavedHooks() { ctx.savedHooks = ctx.savedHooks[:len(ctx.savedHooks)-1] }
