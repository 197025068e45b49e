package ops

import "github.com/magneto-go/magneto/symbolic"

// A function of a script that has rules of its own (an autograd.Function, an operator of torch.library) is one step to a
// transform of functions: the transform asks for its rule and runs it among the levels below, instead of looking at the
// operators that the function calls.

// Crossing is the way of such a step through the innermost transform.
type Crossing struct {
	Kind       string       // "vmap", "grad" or "jvp"
	Size       symbolic.Int // vmap: of the mapped dimension
	Randomness string       // vmap: "error", "different" or "same"

	ctx   *Context
	level Level
}

// InnermostTransform is the crossing of the transform that would see the next call; nil if that is none, or a recorder,
// which sees operators.
func (ctx *Context) InnermostTransform() *Crossing {
	if ctx.depth == 0 {
		return nil
	}
	c := &Crossing{ctx: ctx, level: ctx.levels[ctx.depth-1]}
	switch l := c.level.(type) {
	case *vmapLevel:
		c.Kind, c.Size, c.Randomness = "vmap", l.size, l.randomness
	case *forward:
		c.Kind = "jvp"
	case *tape:
		if !l.wraps {
			return nil
		}
		c.Kind = "grad"
	default:
		return nil
	}
	return c
}

// Down is a tensor as the levels below know it, with what the transform adds: the mapped dimension, -1 for none, or the
// tangent, nil for none.
func (c *Crossing) Down(v Value) (inner Value, dim int, tangent Value) {
	h := ownedBy(c.level, v)
	if h == nil {
		return v, -1, nil
	}
	switch c.Kind {
	case "vmap":
		return h.value, h.dim, nil
	case "jvp":
		return h.value, -1, c.ctx.under(c.level, func() Value { return h.alias.get(c.ctx) })
	}
	return h.value, -1, nil
}

// Up is the tensor of the transform for one of the levels below. A vmap takes it as it is where dim is negative.
func (c *Crossing) Up(v Value, dim int, tangent Value) (out Value, err error) {
	defer c.ctx.catch(&err, c.ctx.state())
	switch l := c.level.(type) {
	case *vmapLevel:
		if dim < 0 {
			return v, nil
		}
		return l.wrap(v, wrapDim(dim, dimOf(v))), nil
	case *forward:
		if tangent == nil {
			return l.fresh(v, nil), nil
		}
		return c.ctx.MakeDual(l, v, tangent)
	case *functionalize:
		return l.fresh(v), nil
	}
	return wrap(&handle{level: c.level, value: v}), nil
}

// Below runs f among the levels below the transform.
func (c *Crossing) Below(f func() error) error {
	saved := c.ctx.state()
	c.ctx.depth--
	if t, ok := c.level.(*tape); ok {
		c.ctx.gradEnabled = t.outer
	}
	err := f()
	c.ctx.depth, c.ctx.gradEnabled = saved.depth, saved.gradEnabled
	return err
}

// UnderTape runs an operator of a script as what is under the tape does: by the innermost mode, or else by a class among the
// arguments that answers operators. handled is false where there is neither.
func (ctx *Context) UnderTape(op *Op, args []Value) (outs []Value, handled bool, err error) {
	saved := ctx.state()
	defer ctx.catch(&err, saved)
	fake := ctx.fakeEnv != nil || anyFake(args)
	for i := ctx.depth - 1; i >= 0; i-- {
		l := ctx.levels[i]
		_, mode := l.(modeLevel)
		if _, recorder := l.(*recordLevel); mode || recorder && fake {
			ctx.depth, ctx.gradEnabled = i, false
			outs = l.Call(ctx, op, args)
			ctx.depth, ctx.gradEnabled = saved.depth, saved.gradEnabled
			return outs, true, nil
		}
	}
	if fake {
		return ctx.baseFake(op, args), true, nil
	}
	if ctx.dispatchers {
		if d := dispatcherAmong(args); d != nil {
			outs, err = d.Dispatch(ctx, op, args)
			return outs, true, err
		}
	}
	return nil, false, nil
}

// Override replaces the kernel of an operator in the context, or, above autograd, what records it and the kernel; nil brings them back.
func (ctx *Context) Override(op *Op, aboveAutograd bool, kernel func(args []Value) ([]Value, error)) {
	of := &ctx.overrides
	if aboveAutograd {
		of = &ctx.recordedBy
	}
	if *of == nil {
		*of = map[*Op]func([]Value) ([]Value, error){}
	}
	if (*of)[op] = kernel; kernel == nil {
		delete(*of, op)
	}
}
