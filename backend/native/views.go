package native

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// viewLook says where in a tensor of sizes from the elements of a view are, as a function of the view's indices; nil where the
// operator is not one of the affine ones.
func viewLook(op *ops.Op, args []ops.Value, from, to *ops.Fake) place {
	n := len(from.Sizes)
	own := func(d int) index {
		if to.Sizes[d] == one {
			return index{}
		}
		return onAxis(d)
	}
	whole := func() place {
		p := make(place, n)
		for d := range p {
			p[d] = own(d)
		}
		return p
	}
	dim := func(i int) int {
		d := int(args[i].(int64))
		if d < 0 {
			d += n
		}
		return d
	}
	switch op.Name {
	case "alias", "detach", "lift_fresh":
		return whole()
	case "transpose", "t", "permute":
		p := make(place, n)
		order := make([]int, n) // of the view: dimension of from
		for d := range order {
			order[d] = d
		}
		switch {
		case op.Name == "permute":
			for d, v := range args[1].([]ops.Value) {
				if order[d] = int(v.(int64)); order[d] < 0 {
					order[d] += n
				}
			}
		case n == 0:
		case op.Name == "t":
			if n == 2 {
				order[0], order[1] = 1, 0
			}
		default:
			a, b := dim(1), dim(2)
			order[a], order[b] = order[b], order[a]
		}
		for d, o := range order {
			p[o] = own(d)
		}
		return p
	case "expand":
		p := make(place, n)
		lead := len(to.Sizes) - n
		for d := range p {
			if from.Sizes[d] != one {
				p[d] = own(lead + d)
			}
		}
		return p
	case "select":
		d := dim(1)
		i, ok := size(args[2])
		if !ok {
			return nil
		}
		if c, known := i.Const(); !known {
			return nil // its sign is not known
		} else if c < 0 {
			i = from.Sizes[d].Add(i)
		}
		p := make(place, 0, n)
		for k := range n {
			switch {
			case k < d:
				p = append(p, own(k))
			case k == d:
				p = append(p, at(i))
			default:
				p = append(p, own(k-1))
			}
		}
		return p
	case "slice":
		p := whole()
		d := dim(1)
		start, step := zero, one
		if args[2] != nil {
			s, ok := size(args[2])
			if !ok {
				return nil
			}
			start = s
		}
		if s, ok := size(args[4]); ok {
			step = s
		}
		// The start as the meta has taken it shows in the offset.
		if c, known := start.Const(); !known || c < 0 || c > 0 && from.Sizes[d].IsSymbolic() {
			return nil
		} else if c > 0 {
			limit, _ := from.Sizes[d].Const()
			start = symbolic.IntOf(min(c, limit))
		}
		p[d] = index{}.times(p[d], step)
		p[d].start = start
		return p
	case "unsqueeze", "squeeze", "view", "_unsafe_view", "reshape":
		return sameButOnes(from.Sizes, to.Sizes, own)
	}
	return nil
}

// sameButOnes matches the sizes of a tensor with those of a view of it in other sizes: dimensions of size one come and go, and a dimension
// may be split.
func sameButOnes(from, to []symbolic.Int, own func(int) index) place {
	p := make(place, len(from))
	d := 0
	for k, n := range from {
		if n == one {
			continue
		}
		left := n
		var parts []int
		for left != one {
			for d < len(to) && to[d] == one {
				d++
			}
			if d == len(to) {
				return nil
			}
			if c, ok := left.Const(); ok && c == 0 {
				return nil
			}
			if to[d] != left {
				c, ok := left.Const()
				e, ok2 := to[d].Const()
				if ok != ok2 || ok && (e <= 0 || c%e != 0) || !ok && left.Mod(to[d]) != zero {
					return nil
				}
			}
			if to[d] == left {
				left = one
			} else {
				left = left.FloorDiv(to[d])
			}
			parts = append(parts, d)
			d++
		}
		step := one
		for i := len(parts) - 1; i >= 0; i-- {
			p[k] = p[k].times(own(parts[i]), step)
			step = step.Mul(to[parts[i]])
		}
	}
	for ; d < len(to); d++ {
		if to[d] != one {
			return nil
		}
	}
	return p
}

// size is an integer argument.
func size(v ops.Value) (symbolic.Int, bool) {
	switch v := v.(type) {
	case int64:
		return symbolic.IntOf(v), true
	case symbolic.Int:
		return v, true
	}
	return zero, false
}
