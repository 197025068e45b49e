package compiler

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/object"
)

// recordedPlaces are the user frames that the calls of a recorded graph module come from, for the nodes of a recording.
type recordedPlaces struct {
	now    []fxgraph.Line
	custom any
	of     map[int64]recordedPlace // by number of the node of the derivative
	known  int64                   // up to which these have a place
	within int64                   // the node of a derivative that the module runs in, 0 for none
}

type recordedPlace struct {
	lines  []fxgraph.Line
	custom any
}

// tell says where a node comes from; of a node of a backward pass, where what it is the derivative of does.
func (p *recordedPlaces) tell(ctx *ops.Context, n *fxgraph.Node) {
	if of := ctx.Running(); of > 0 && of != p.within {
		place := p.of[of]
		n.Meta.Forward, n.Meta.Custom = place.lines, place.custom
		return
	}
	p.settle(ctx)
	n.Meta.Stack, n.Meta.Custom = p.now, p.custom
}

// settle gives the nodes of derivatives that there are now the present place.
func (p *recordedPlaces) settle(ctx *ops.Context) {
	for ; p.known < ctx.LastNode(); p.known++ {
		p.of[p.known+1] = recordedPlace{p.now, p.custom}
	}
}

// runTold is (graph module, arguments...): what it gives; nodes that are recorded meanwhile say where in the user's program they come from.
func runTold(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	r := states.Of(th).recorder
	m, ok := fx.AsModule(args[0])
	if r == nil || !ok {
		return object.Call(th, args[0], args[1:]...)
	}
	ctx := torch.Context(th)
	p := r.places
	if p == nil {
		p = &recordedPlaces{of: map[int64]recordedPlace{}, known: ctx.LastNode()}
		r.places = p
	}
	now, custom, within := p.now, p.custom, p.within
	p.within = ctx.Running()
	defer func() {
		p.settle(ctx)
		p.now, p.custom, p.within = now, custom, within
	}()
	return m.Evaluate(th, append([]object.Value(nil), args[1:]...), m.Attribute, func(n *fxgraph.Node) {
		p.settle(ctx)
		p.now, p.custom = n.Meta.Stack, n.Meta.Custom
	})
}
