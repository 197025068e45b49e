package jit

import (
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// The profiling executor remembers, in the first calls of a function, what types its tensors have. From these it makes the graph that it shows as the last
// executed one: groups of operators, and stretches that are differentiated as a whole, behind checks of the types that were seen. What runs after the first
// calls is the graph as it was compiled, which computes the same.

// profiled is what the executor knows of a function.
type profiled struct {
	graph     *ir.Graph // with nodes prim::profile
	code      *exec.Code
	left      int       // calls that are still watched
	calls     int       // since
	optimised *ir.Graph // made when somebody asks for it
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
	var p *profiled
	if ir.CanOptimise(g) {
		ir.PropagateConstants(g, runtimeOf(th), false)
		ir.UnrollConstantLoops(g)
		ir.EliminateDead(g, false)
		ir.Profile(g)
		code, err := exec.Compile(f.Name, g, runtimeOf(th))
		if err != nil {
			return nil, err
		}
		runs, err := setting(th, "num_profiled_runs")
		if err != nil {
			return nil, err
		}
		p = &profiled{graph: g, code: code, left: max(int(runs.SmallInt()), 0)}
	}
	s.profiled[f] = p
	return p, nil
}

// runProfiled runs a function whose types are still watched; done is false where it is not.
func (s *state) runProfiled(th *object.Thread, f *ir.Function, vals []Value) (v Value, done bool, err error) {
	p, err := s.profileOf(th, f)
	if p == nil || err != nil {
		return object.Null, err != nil, err
	}
	if p.left == 0 {
		p.calls++
		return object.Null, false, nil
	}
	p.left--
	v, err = exec.RunCode(th, p.code, runtimeOf(th), vals)
	return v, true, err
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
		p.optimised = optimised(th, p.graph.Copy())
	}
	return p.optimised
}

func optimised(th *object.Thread, g *ir.Graph) *ir.Graph {
	ir.UseProfiles(g)
	ir.UnrollLoops(g)
	ir.DecomposeAddmm(g)
	ir.PropagateConstants(g, runtimeOf(th), false)
	ir.Peephole(g)
	ir.CommonSubexpressions(g)
	ir.PoolConstants(g)
	ir.EliminateDead(g, true)
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
		ir.GuardGroups(g, "prim::TensorExprGroup", "prim::TypeCheck")
		ir.ForgetTypes(g)
	}
	ir.EliminateDead(g, true)
	return g
}
