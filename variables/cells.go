package variables

import (
	"fmt"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is about closure cells: what they hold while tracing, and the cells themselves as objects of the program (types.CellType).

// CellState is the content of a closure cell while tracing.
type CellState struct {
	Value   Tracker // nil: unbound
	Source  *guards.Source
	New     bool
	Written bool
	Name    string
	Inlined bool // a frame that is inlined has made it

	within *body // the body of a higher-order operator that has made it
}

// OwnCell notes that the traced code has made a cell.
func (t *Trace) OwnCell(s *CellState) {
	s.New, s.within = true, t.body
}

// AffectedCell notes that a cell has changed, unless the body that is being traced has made it: nothing outside of that sees it.
func (t *Trace) AffectedCell(c *object.Cell) {
	if s := t.Cell(c, nil, ""); s.within == nil || s.within != t.body || t.exhausting != nil {
		t.Affected("CellVariable()")
	}
}

// Cell makes the state of a closure cell known to the trace, as one that tracing made where no source is given.
func (t *Trace) Cell(c *object.Cell, src *guards.Source, name string) *CellState {
	state := t.Cells[c]
	if state == nil {
		state = &CellState{Source: src, New: src == nil, Name: name}
		t.Cells[c] = state
		t.CellOrder = append(t.CellOrder, c)
	}
	return state
}

// ReadCell is the content of a cell, nil if unbound.
func (t *Trace) ReadCell(c *object.Cell) Tracker {
	state := t.Cell(c, nil, "")
	if state.Value == nil && !state.Written {
		switch {
		case state.Source != nil && !c.V.IsNull():
			state.Value = t.Wrap(c.V, state.Source)
		case !c.V.IsNull():
			state.Value = t.Existing(c.V)
		}
	}
	return state.Value
}

// WriteCell gives a cell its content, nil for none.
func (t *Trace) WriteCell(c *object.Cell, x Tracker) {
	state := t.Cell(c, nil, "")
	state.Value, state.Written = x, true
}

// ExistingCell is the source of what a cell holds that was there before the trace and that no function of the caller leads to.
func ExistingCell(c *object.Cell) *guards.Source {
	return guards.NewConstant(fmt.Sprintf("___cell_%d", object.ID(c.Ref())), c.Ref()).CellContents()
}

// buildCell wraps a cell of the caller: what it holds is guarded where it is read.
func (t *Trace) buildCell(th *object.Thread, c *object.Cell, src *guards.Source) Tracker {
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: object.CellType.Ref(), Hint: "type cell"})
	t.Cell(c, src.CellContents(), "")
	return &Cell{sourced{src}, c}
}

// realizeOuterCells looks at what functions that the traced code has made read of the functions around the frame: it comes before operands that are looked at later.
func (t *Trace) realizeOuterCells(th *object.Thread, functions ...Tracker) error {
	for _, f := range functions {
		fn, ok := t.Peek(f).(*Function)
		if !ok || !fn.New {
			continue
		}
		for _, c := range fn.Fn.Closure.All() {
			if s := t.Cells[c]; s == nil || s.Source == nil || s.New || s.Written {
				continue
			}
			if _, err := t.Realize(th, t.ReadCell(c)); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeCell is types.CellType() and types.CellType(contents).
func (t *Trace) makeCell(args []Tracker, kwargs []KW) (Tracker, error) {
	if len(kwargs) > 0 {
		return nil, object.TypeErrorf("cell() takes no keyword arguments")
	}
	if len(args) > 1 {
		return nil, object.TypeErrorf("cell expected at most 1 argument, got %d", len(args))
	}
	c := object.NewCell(object.Null)
	t.Cell(c, nil, "")
	if len(args) == 1 {
		t.WriteCell(c, args[0])
	}
	return t.FromValue(c.Ref()), nil
}

// cellAttr is cell.cell_contents; done is false for every other attribute.
func (t *Trace) cellAttr(x *Cell, name string) (v Tracker, done bool, err error) {
	if name != "cell_contents" {
		return nil, false, nil
	}
	t.knowCell(x.C)
	if v := t.ReadCell(x.C); v != nil {
		return v, true, nil
	}
	return nil, true, object.ValueErrorf("Cell is empty")
}

// setCell stores into cell.cell_contents, nil to empty it; done is false for every other attribute.
func (t *Trace) setCell(x *Cell, name string, v Tracker) (done bool) {
	if name != "cell_contents" {
		return false
	}
	t.knowCell(x.C)
	t.WriteCell(x.C, v)
	t.Affected("CellVariable()")
	return true
}

// knowCell gives a cell that was there before the trace its source.
func (t *Trace) knowCell(c *object.Cell) {
	if !c.V.IsNull() && t.Cells[c] == nil {
		t.Cell(c, ExistingCell(c), "")
	}
}

// UninitializedCell is the break of a function that reads a variable of the function around it that has no value yet.
func UninitializedCell() *Unsupported {
	return &Unsupported{Title: "Read uninitialized cell", Context: "CellVariable()", Explanation: "Attempted to read a cell variable that has not been populated yet."}
}
