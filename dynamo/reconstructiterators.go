package dynamo

import (
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// What iterators and generators have left where a frame gives them out or breaks: compiled code makes them again from that, or the frame is skipped.

// longestRest is how many values of an iterator are made when it is rebuilt from them.
const longestRest = 10_000

// generatorMutates is the break at a generator whose values have side effects: changed is the first, or it is that of an object behind the mutated
// first ones.
func (x *translator) generatorMutates(th *object.Thread, c variables.Tracker, mutated int, changed string) error {
	what := c.Kind()
	if changed != "" {
		what = "mutating object: " + changed
	} else if len(x.trace.Mutated) > mutated {
		what = "mutating object: " + x.trace.Describe(th, x.trace.Mutated[mutated], false)
	}
	return &variables.Unsupported{Title: "Generator reconstruction with mutations", Context: what,
		Explanation: "Cannot reconstruct a generator with variable mutations. Dynamo needs to fully exhaust the generator, which may cause unintended variable modifications.",
		Hints:       []string{"Remove mutations from the generator.", variables.Fundamental}}
}

// exhaust runs a generator that the frame returns to its end, as PyTorch does: what is returned is an iterator of its values.
func (x *translator) exhaust(th *object.Thread, result variables.Tracker) error {
	gen := x.trace.Peek(result)
	if gen.Source() != nil {
		return nil
	}
	switch c := gen.(type) {
	case *variables.Generator:
	case *variables.Container:
		if rebuilt(c.V.Type()) == fromItself {
			return nil
		}
	default:
		return nil
	}
	var rest []variables.Tracker
	for {
		v, more, err := x.trace.Next(th, gen)
		if u, broken := err.(*variables.Unsupported); broken && !x.compile.FullGraph {
			return &skipFrame{reason: u.Title, quiet: true}
		}
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if len(rest) == longestRest {
			return &skipFrame{reason: "The frame returns a generator without an end.", quiet: true}
		}
		if err := x.drainGroup(th, gen, v); err != nil {
			return err
		}
		rest = append(rest, v)
	}
	x.drain(gen, rest)
	return nil
}

// rebuiltHow is how an iterator of the standard library comes back from compiled code.
type rebuiltHow int

const (
	fromItself  rebuiltHow = iota // by its state, or as what any iterator has left
	fromValues                    // from its values, which PyTorch makes at once
	asGenerator                   // from its values, which PyTorch has a generator make
)

// ofItertools are the iterators of itertools that are no generators in PyTorch.
var ofItertools = map[string]rebuiltHow{"groupby": fromValues, "_grouper": fromValues, "product": fromValues, "filterfalse": fromValues,
	"count": fromItself, "repeat": fromItself, "cycle": fromItself, "chain": fromItself, "zip_longest": fromItself}

// rebuilt tells how an iterator of a type comes back. The values of all but those that come from themselves are made to the end where the frame returns it.
func rebuilt(typ *object.Type) rebuiltHow {
	if typ.ModuleName() != "itertools" {
		if typ == object.EnumerateType {
			return asGenerator
		}
		return fromItself
	}
	if how, ok := ofItertools[typ.ShortName()]; ok {
		return how
	}
	return asGenerator
}

// runsAsGenerator tells whether PyTorch has c run as a generator: what that changes on the way to its end cannot be taken back.
func runsAsGenerator(c variables.Tracker) bool {
	switch c := c.(type) {
	case *variables.Generator:
		return true
	case *variables.Container:
		return rebuilt(c.V.Type()) == asGenerator
	}
	return false
}

// drain notes what an iterator has left to give.
func (x *translator) drain(c variables.Tracker, rest []variables.Tracker) {
	if x.drained == nil {
		x.drained = map[variables.Tracker][]variables.Tracker{}
	}
	x.drained[c] = rest
}

// remaining lists what an iterator or generator that tracing made has not given out yet.
func (x *translator) remaining(th *object.Thread, c variables.Tracker) ([]variables.Tracker, error) {
	if rest, ok := x.drained[c]; ok {
		return rest, nil
	}
	refused := func(why string) error {
		return variables.Unsupportedf("Generator reconstruction with mutations", c.Kind(), "Dynamo cannot rebuild a generator %s.", why)
	}
	mutated := len(x.trace.Mutated)
	var rest []variables.Tracker
	changed := new(string)
	if runsAsGenerator(c) {
		var stop func()
		changed, stop = x.trace.Exhaust()
		defer stop()
	}
	effects := x.trace.Effects()
	for {
		v, more, err := x.trace.Next(th, c)
		if err != nil {
			if _, raised := err.(*object.Exception); raised {
				err = refused("that raises an exception")
			}
			return nil, err
		}
		_, native := c.(*variables.Container)
		if x.trace.Effects() != effects || native && more && runsAsGenerator(c) { // native code steps an iterator of its own
			return nil, x.generatorMutates(th, c, mutated, *changed)
		}
		if !more {
			break
		}
		if err := x.drainGroup(th, c, v); err != nil {
			return nil, err
		}
		if len(rest) == longestRest {
			return nil, refused("without an end")
		}
		rest = append(rest, v)
	}
	x.drain(c, rest)
	return rest, nil
}

// drainGroup notes what a group of a groupby holds before the next group takes its place.
func (x *translator) drainGroup(th *object.Thread, c, v variables.Tracker) error {
	pair, ok := v.(*variables.Container)
	if by, also := c.(*variables.Container); !ok || !also || by.V.Type().ShortName() != "groupby" {
		return nil
	}
	items := x.trace.Items(th, pair)
	if len(items) != 2 {
		return nil
	}
	_, err := x.remaining(th, items[1])
	return err
}
