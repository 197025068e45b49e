package guards

import (
	"slices"
	"testing"

	"github.com/magneto-go/magneto/vm/object"
)

// TestSourcesAreChains: a source knows the one that it starts from; the same chain reads the value and is the text of guards; a value of tracing
// alone has a source that nothing can be guarded through.
func TestSourcesAreChains(t *testing.T) {
	th := object.NewThread()
	a := NewLocal("a", 0)
	element := a.Item(1)
	inner := element.DictItem(object.NewStr("k"), "'k'")
	if inner.Base != element || element.Base != a || inner.Root() != a {
		t.Error("the chain of a[1]['k'] does not lead back to a")
	}
	d := object.NewDict()
	d.Put("k", object.Int(5))
	frame := frameOf(object.NewList(object.Int(0), d.Ref()).Ref())
	if got := inner.Resolve(th, frame); got != object.Int(5) {
		t.Errorf("a[1]['k'] is read as %v", got)
	}
	if got := inner.Text(); got != "L['a'][1]['k']" {
		t.Errorf("the path is written %s", got)
	}
	passing := &Source{Access: Ephemeral}
	if passing.Guardable() || passing.Attr("x").Guardable() || !inner.Guardable() {
		t.Error("only what can be read again may be guarded")
	}
}

// TestProgramReadsInputsFirst: whatever order guards come in, each source is read once, behind the one that it starts from.
func TestProgramReadsInputsFirst(t *testing.T) {
	a, b := NewLocal("a", 0), NewLocal("b", 1)
	deep := a.Item(0).Item(1)
	list := []*Guard{
		{Source: deep, Kind: EqualsMatch, Value: object.Int(3)},
		{Source: b, Kind: EqualsMatch, Value: object.Int(1)},
		{Source: a.Item(0), Kind: SequenceLength, Length: 2, Value: object.ListType.Ref()},
		{Source: a, Kind: SequenceLength, Length: 1, Value: object.ListType.Ref()},
		{Source: deep, Kind: TypeMatch, Value: object.IntType.Ref()},
	}
	p := Build(list, nil)
	var read []string
	for i, s := range p.steps {
		if s.parent >= i {
			t.Errorf("step %d is read of step %d", i, s.parent)
		}
		read = append(read, s.node.source.Text())
	}
	for _, want := range []string{"L['a']", "L['a'][0]", "L['a'][0][1]", "L['b']"} {
		if !slices.Contains(read, want) {
			t.Errorf("%s is not read", want)
		}
	}
	if len(read) != 4 {
		t.Errorf("read %q", read)
	}
}
