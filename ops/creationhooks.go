package ops

// creation is what is called with each node that the tape records (torch.autograd.graph.node_creation_hook).
type creation struct {
	hooks   []func(*Node) error // the outermost first
	running bool
}

// PushCreationHook has hook called with every node that is recorded from now on, once its edges, its results and what it
// saves are there.
func (ctx *Context) PushCreationHook(hook func(*Node) error) {
	ctx.creation.hooks = append(ctx.creation.hooks, hook)
}

// PopCreationHook ends the hook that was pushed last.
func (ctx *Context) PopCreationHook() {
	ctx.creation.hooks = ctx.creation.hooks[:len(ctx.creation.hooks)-1]
}

// Created tells the hooks of a node that is complete.
func (ctx *Context) Created(n *Node) (err error) {
	defer ctx.catch(&err, ctx.state())
	ctx.created(n)
	return nil
}

func (ctx *Context) created(n *Node) {
	c := &ctx.creation
	if len(c.hooks) == 0 {
		return
	}
	if c.running {
		throwRuntime("Creating a new autograd node from inside a node creation hook is not supported. Node creation hooks should only observe the node (e.g. record it, stash metadata, or register backward hooks on it); got a new node of type %s while a hook was running.", n.name)
	}
	c.running = true
	depth := ctx.depth
	ctx.depth = len(ctx.levels) // a hook is a script's
	defer func() { c.running, ctx.depth = false, depth }()
	for _, hook := range c.hooks {
		rethrow(hook(n))
	}
}
