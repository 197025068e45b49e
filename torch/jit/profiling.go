package jit

import (
	"slices"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// The profiling executor remembers, in the first calls of a function, what types its tensors have. From these it makes the graph that runs from then on: groups of
// operators, which are kernels of the native backend, behind checks of the types that were seen. Where a check fails a fallback runs, a function that is profiled
// in its turn; how often, and whether groups are made for the sizes that were seen or for any, is the fusion strategy. A function without such groups runs as it
// was compiled. Stretches that are differentiated as a whole are shown in graphs, and run as what is in them.

// profiled is what the executor knows of a function.
type profiled struct {
	graph     *ir.Graph // with nodes prim::profile
	code      *exec.Code
	left      int        // calls that are still watched
	calls     int        // since
	depth     int        // how many more kinds of types are specialised for
	optimised *ir.Graph  // made for the first call behind the watched ones, or when somebody asks for it
	fused     *exec.Code // of the optimised graph where it has groups
}

// setting is one of torch.jit._settings.
func setting(th *object.Thread, key string) (Value, error) {
	f, err := helper(th, "torch.jit._settings", "setting")
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, f, object.NewStr(key))
}

func isSet(th *object.Thread, key string) bool {
	v, err := setting(th, key)
	return err == nil && v == object.True
}

// profileOf is what is known of a function, nil where nothing of it could be optimised or the executor does not profile.
func (s *state) profileOf(th *object.Thread, f *ir.Function) (*profiled, error) {
	if p, known := s.profiled[f]; known {
		return p, nil
	}
	if f.Graph == nil || !isSet(th, "profiling_mode") || !isSet(th, "graph_executor_optimize") {
		return nil, nil
	}
	g := f.Graph.Copy()
	if err := ir.Inline(g, runtimeOf(th)); err != nil {
		return nil, err
	}
	ir.EraseShapes(g)
	var p *profiled
	depth, known := s.fallbacks[f]
	if !known {
		for _, part := range fusionStrategy(th) {
			depth += part.count
		}
	}
	if depth > 0 && ir.CanOptimise(g) {
		foldConstants(th, g)
		ir.Profile(g)
		code, err := exec.Compile(f.Name, g, runtimeOf(th))
		if err != nil {
			return nil, err
		}
		runs, err := setting(th, "num_profiled_runs")
		if err != nil {
			return nil, err
		}
		p = &profiled{graph: g, code: code, left: max(int(runs.SmallInt()), 0), depth: depth}
	}
	s.profiled[f] = p
	return p, nil
}

// foldConstants makes the graph that is profiled, before the nodes prim::profile are in it.
func foldConstants(th *object.Thread, g *ir.Graph) {
	ir.PropagateConstants(g, runtimeOf(th), false)
	ir.UnrollConstantLoops(g)
	ir.EliminateDead(g, false)
}

// withoutProfiles is what the executor would show of an inlined graph in which nothing asks for types; such a function runs as it was compiled.
func withoutProfiles(th *object.Thread, g *ir.Graph) *ir.Graph {
	ir.EraseShapes(g)
	foldConstants(th, g)
	return optimised(th, g, false)
}

// strategyPart is a part of the fusion strategy: for how many kinds of types groups are made so.
type strategyPart struct {
	dynamic bool
	count   int
}

// fusionStrategy is how groups are made, the first part first.
func fusionStrategy(th *object.Thread) (out []strategyPart) {
	v, err := setting(th, "fusion_strategy")
	if err != nil {
		return nil
	}
	parts, _ := object.ToSlice(th, v)
	for _, part := range parts {
		if pair, _ := object.ToSlice(th, part); len(pair) == 2 && pair[1].IsSmallInt() {
			out = append(out, strategyPart{textArg(pair[0]) == "DYNAMIC", max(int(pair[1].SmallInt()), 0)})
		}
	}
	return out
}

// dynamicAt says whether groups are made for any sizes when so many kinds of types are left.
func dynamicAt(th *object.Thread, depth int) bool {
	parts := fusionStrategy(th)
	rest := 0
	for _, part := range slices.Backward(parts) {
		if rest += part.count; depth <= rest {
			return part.dynamic
		}
	}
	return false
}

// runProfiled runs a function whose types are watched, or that has groups; done is false where it is neither.
func (s *state) runProfiled(th *object.Thread, f *ir.Function, vals []Value) (v Value, done bool, err error) {
	code, err := s.profiledCode(th, f)
	if code == nil || err != nil {
		return object.Null, err != nil, err
	}
	v, err = exec.RunCode(th, code, runtimeOf(th), vals)
	return v, true, err
}

// profiledCode is the code that a function has for its next call, nil where that is the function's own.
func (s *state) profiledCode(th *object.Thread, f *ir.Function) (*exec.Code, error) {
	p, err := s.profileOf(th, f)
	if p == nil || err != nil {
		return nil, err
	}
	if p.left > 0 {
		p.left--
		return p.code, nil
	}
	if p.calls++; p.calls == 1 && len(p.shown(th).FindNodes("prim::TensorExprGroup", true)) > 0 {
		if p.fused, err = exec.Compile(f.Name, p.shown(th), runtimeOf(th)); err != nil {
			return nil, err
		}
	}
	return p.fused, nil
}

// fallback runs a call of a function that stands beside a group.
func (h *runtime) fallback(n *ir.Node) exec.Operator {
	c, _ := n.Inputs[0].ConstantOf()
	k, ok := c.V.(*ir.FunctionConst)
	if !ok {
		return nil
	}
	return func(th *object.Thread, a []Value) (Value, error) {
		code, err := states.Of(th).profiledCode(th, k.F)
		if code == nil && err == nil {
			code, err = exec.CodeOf(k.F, h)
		}
		if err != nil {
			return object.Null, err
		}
		out, err := exec.RunInner(th, code, a)
		if err == nil && len(k.F.Graph.Outputs()) == 1 {
			out = object.NewTuple(out).Ref()
		}
		return out, err
	}
}

// profileOp is the operator of a node prim::profile.
func profileOp(n *ir.Node) exec.Operator {
	return func(_ *object.Thread, a []Value) (Value, error) {
		if len(a) == 0 {
			return object.None, nil
		}
		if t, ok := torch.Unwrap(a[0]); ok {
			n.Saw(tensorType(t))
		}
		return a[0], nil
	}
}

// shown is the graph that ran last of a function: the profiling one in the first calls, then the one that follows from what they saw.
func (p *profiled) shown(th *object.Thread) *ir.Graph {
	if p.calls == 0 {
		return p.graph
	}
	if p.optimised == nil {
		p.optimised = optimised(th, p.graph.Copy(), dynamicAt(th, p.depth))
		s := states.Of(th)
		for _, n := range p.optimised.FindNodes("prim::CallFunction", true) {
			if c, _ := n.Inputs[0].ConstantOf(); n.Inputs[0].Node().Attr("fallback") != nil {
				s.fallbacks[c.V.(*ir.FunctionConst).F] = p.depth - 1
			}
		}
	}
	return p.optimised
}

func optimised(th *object.Thread, g *ir.Graph, dynamic bool) *ir.Graph {
	ir.UseProfiles(g)
	ir.UnrollLoops(g)
	restore := ir.HideTypes(g)
	ir.DecomposeAddmm(g)
	ir.PropagateConstants(g, runtimeOf(th), false)
	ir.Peephole(g)
	ir.CommonSubexpressions(g)
	ir.PoolConstants(g)
	ir.EliminateDead(g, true)
	restore()
	if torch.Context(th).GradEnabled() && ir.NeedsGradients(g) {
		threshold := 1
		if isSet(th, "autodiff_subgraph_inlining") {
			threshold = 2
		}
		ir.CreateAutodiffSubgraphs(g, threshold)
		ir.GuardGroups(g, "prim::DifferentiableGraph", "prim::RequiresGradCheck")
	} else if isSet(th, "texpr_fuser") && isSet(th, "fuse_on_cpu") {
		atLeast := 1
		if isSet(th, "fusion_group_inlining") {
			atLeast = 2
		}
		ir.FuseTensorExpressions(g, atLeast)
		if dynamic {
			ir.GuardDynamicGroups(g)
		} else {
			ir.GuardGroups(g, "prim::TensorExprGroup", "prim::TypeCheck")
		}
		ir.ForgetTypes(g)
	}
	ir.EliminateDead(g, true)
	return g
}
