package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// skipLegacy says whether cat ignores a tensor: an empty one of one dimension.
func skipLegacy(s []symbolic.Int) bool {
	if len(s) != 1 {
		return false
	}
	c, ok := s[0].Const()
	return ok && c == 0
}

func catMeta(ctx *Context, a Args) []*Fake {
	list := a.list(0)
	if len(list) == 0 {
		throw("ValueError", "torch.cat(): expected a non-empty list of Tensors")
	}
	var first []symbolic.Int
	metas := make([]*Fake, len(list))
	for i, t := range list {
		metas[i] = metaOf(t)
		check(len(metas[i].Sizes) > 0, "zero-dimensional tensor (at position %d) cannot be concatenated", i)
		if first == nil && !skipLegacy(metas[i].Sizes) {
			first = metas[i].Sizes
		}
	}
	if first == nil {
		return fakes(NewFake(ctx.ResultType(list...), []symbolic.Int{zero}))
	}
	d := wrapDim(a.int(1), len(first))
	total := zero
	var used []*Fake
	for i, m := range metas {
		if skipLegacy(m.Sizes) {
			continue
		}
		check(len(m.Sizes) == len(first), "Tensors must have same number of dimensions: got %d and %d", len(first), len(m.Sizes))
		for k := range first {
			if k != d && m.Sizes[k] != first[k] && !ctx.expect(m.Sizes[k].Eq(first[k])) {
				throwRuntime("Sizes of tensors must match except in dimension %d. Expected size %s but got size %s for tensor number %d in the list.", d, first[k], m.Sizes[k], i)
			}
		}
		total = total.Add(m.Sizes[d])
		used = append(used, m)
	}
	sizes := append([]symbolic.Int(nil), first...)
	sizes[d] = total
	f := NewFake(ctx.ResultType(list...), sizes)
	last := len(used) > 0
	for _, m := range used {
		last = last && channelsLastOnly(m)
	}
	if last {
		f.Strides = channelsLastStrides(sizes)
	}
	f.Device = used[0].Device
	return fakes(f)
}

func catKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	if out[0].Numel() == 0 {
		return
	}
	d := wrapDim(a.int(1), out[0].Dim())
	at := out[0].Offset()
	for _, t := range a.tensors(0) {
		if t.Dim() == 1 && t.Size(0) == 0 {
			continue
		}
		part := out[0].Window(t.Sizes(), out[0].Strides(), at)
		tensor.Copy(part, t)
		at += t.Size(d) * out[0].Strides()[d]
	}
}

func catGrad(ctx *Context, s *Saved, g []Value) []Value {
	list := s.InMetas(0)
	d := wrapDim(s.Args().int(1), len(s.OutMeta(0).Sizes))
	grads := make([]Value, len(list))
	at := zero
	for i, t := range list {
		sizes := t.Sizes
		if skipLegacy(sizes) && len(s.OutMeta(0).Sizes) != 1 {
			grads[i] = zerosOf(ctx, t)
			continue
		}
		grads[i] = ctx.narrow(g[0], d, at, sizes[d])
		at = at.Add(sizes[d])
	}
	return []Value{grads}
}
