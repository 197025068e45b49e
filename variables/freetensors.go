package variables

import (
	"regexp"
	"strconv"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the tensors that a graph may hold as attributes of its own (install_free_tensors): those that are reached by modules, closures and globals, not by
// the arguments of the frame. They are not guarded, as in PyTorch.

// free tells whether a tensor is reached otherwise than by an argument.
func free(src *guards.Source) bool { return src.ModuleMember() || src.Root().Access != guards.Local }

var (
	memberItem = regexp.MustCompile(`\._(?:modules|parameters|buffers)\['([^']*)'\]`)
	notInNames = regexp.MustCompile(`[^a-zA-Z0-9]`)
	wholeName  = regexp.MustCompile(`^[GL]\['?(.*?)'?\]$`)
)

// attributeName is how PyTorch names what a graph has of a source.
func attributeName(text string) string {
	text = memberItem.ReplaceAllString(text, ".$1")
	if m := wholeName.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	name := notInNames.ReplaceAllString(text, "_")
	if c := name[0] | 0x20; c < 'a' || c > 'z' {
		name = "sub" + name
	}
	return name
}

// installedTensor makes a tensor an attribute of the graph.
func (t *Trace) installedTensor(th *object.Thread, v object.Value, src *guards.Source) Tracker {
	graph := t.Graph
	for b := t.body; b != nil; b = b.outer {
		graph = b.parent
	}
	stem := attributeName(src.Text())
	name := stem
	for i := 0; ; i++ {
		_, taken := t.Children[name]
		if !taken && t.FrameGlobals != nil {
			_, taken = t.FrameGlobals.Lookup(name)
		}
		if !taken {
			break
		}
		name = stem + "_" + strconv.Itoa(i)
	}
	t.Children[name] = v
	n := graph.Create(fxgraph.GetAttr, name, nil, nil, fxgraph.SnakeCase(name))
	n.Meta.Stack = t.stack(th)
	fake := ops.FakeOf(guards.TensorOf(v))
	n.Meta.Example = fake
	return &Tensor{sourced: sourced{src}, Node: n, Fake: fake, Type: v.Type(), Real: v}
}
