package object

import "iter"

// Closure is the cells of a function's free variables, in the order of its code's FreeVars. Its zero value has none.
type Closure struct{ cells *Tuple }

// NewClosure is a closure of the items of a tuple, all of them cells.
func NewClosure(cells *Tuple) Closure {
	if len(cells.Items) == 0 {
		return Closure{}
	}
	return Closure{cells}
}

// Len is the number of cells.
func (c Closure) Len() int { return len(c.items()) }

// Cell is cell i.
func (c Closure) Cell(i int) *Cell {
	cell, _ := AsCell(c.cells.Items[i])
	return cell
}

// All goes over the cells.
func (c Closure) All() iter.Seq2[int, *Cell] {
	return func(yield func(int, *Cell) bool) {
		for i := range c.items() {
			if !yield(i, c.Cell(i)) {
				return
			}
		}
	}
}

// CopyTo puts the cells into the slots of a frame.
func (c Closure) CopyTo(slots []Value) {
	for i, v := range c.items() { // few: copy would cost more
		slots[i] = v
	}
}

func (c Closure) items() []Value {
	if c.cells == nil {
		return nil
	}
	return c.cells.Items
}
