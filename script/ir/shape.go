package ir

import "slices"

// shapeCopy is a copy of what is known of a tensor type, for changes.
func (t *Type) shapeCopy() Shape {
	if t.Shape == nil {
		return Shape{}
	}
	s := *t.Shape
	s.Sizes, s.Strides = slices.Clone(s.Sizes), slices.Clone(s.Strides)
	return s
}

// WithShape is a tensor type of which more is known.
func (t *Type) WithShape(f func(s *Shape)) *Type {
	s := t.shapeCopy()
	f(&s)
	return &Type{Kind: TensorKind, Shape: &s}
}

// JoinShapes is what is known of a value that is of one type or another.
func JoinShapes(a, b *Type) *Type {
	if a.Kind != TensorKind || b.Kind != TensorKind || a.Shape == nil || b.Shape == nil {
		return a.Unshaped()
	}
	x, y := a.Shape, b.Shape
	if x.equal(y) {
		return a
	}
	s := Shape{}
	if x.ScalarType == y.ScalarType {
		s.ScalarType = x.ScalarType
	}
	if x.Device == y.Device {
		s.Device = x.Device
	}
	if x.RequiresGrad != nil && y.RequiresGrad != nil && *x.RequiresGrad == *y.RequiresGrad {
		s.RequiresGrad = x.RequiresGrad
	}
	if x.Ranked && y.Ranked && len(x.Sizes) == len(y.Sizes) {
		s.Ranked = true
		for i, n := range x.Sizes {
			if n != y.Sizes[i] {
				n = -1
			}
			s.Sizes = append(s.Sizes, n)
		}
		if slices.Equal(x.Strides, y.Strides) {
			s.Strides = x.Strides
		}
	}
	if s.ScalarType == "" && s.Device == "" && s.RequiresGrad == nil && !s.Ranked {
		return Tensor
	}
	return &Type{Kind: TensorKind, Shape: &s}
}
