package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
)

// einsum evaluates an equation by aligning all operands to one list of labels, multiplying pairs with bmm.
func einsum(ctx *Context, equation string, operands []Value) Value {
	check(len(operands) > 0, "einsum(): must provide at least one operand")
	eq := strings.ReplaceAll(equation, " ", "")
	left, right, explicit := strings.Cut(eq, "->")
	terms := strings.Split(left, ",")
	check(len(terms) >= len(operands), "einsum(): more operands were provided than specified in the equation")
	check(len(terms) <= len(operands), "einsum(): fewer operands were provided than specified in the equation")
	type label = rune
	ellipsis := 0
	parsed := make([][]label, len(terms))
	for i, term := range terms {
		n := dimOf(operands[i])
		dotsOfEquation(term, fmt.Sprintf("operand %d", i), "")
		letters := strings.Replace(term, "...", "", 1)
		for _, c := range letters {
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
				throwRuntime("einsum(): invalid subscript given at index %d in the equation string, subscripts must be in [a-zA-Z]", strings.IndexRune(equation, c))
			}
		}
		hasDots := len(letters) != len(term)
		extra := n - len(letters)
		if hasDots {
			check(extra >= 0, "einsum(): the number of subscripts in the equation (%d) is more than the number of dimensions (%d) for operand %d", len(letters), n, i)
		} else {
			relation := "does not match"
			if extra != 0 {
				throwRuntime("einsum(): the number of subscripts in the equation (%d) %s the number of dimensions (%d) for operand %d and no ellipsis was given", len(letters), relation, n, i)
			}
		}
		ellipsis = max(ellipsis, extra)
		at := strings.Index(term, "...")
		var labels []label
		for j, c := range letters {
			if hasDots && j == at {
				labels = appendDots(labels, extra)
			}
			labels = append(labels, c)
		}
		if hasDots && at >= len(letters) {
			labels = appendDots(labels, extra)
		}
		parsed[i] = labels
	}
	// Dots labels are numbered from the right; renumber so that all operands align.
	counts := map[label]int{}
	for _, labels := range parsed {
		for _, l := range labels {
			counts[l]++
		}
	}
	var output []label
	if explicit {
		dotsOfEquation(right, "output", " (...)")
		letters := strings.Replace(right, "...", "", 1)
		at := strings.Index(right, "...")
		seen, behind := map[label]bool{}, strings.Index(equation, "->")+2
		for j, c := range letters {
			if at == j && len(letters) != len(right) {
				output = appendDots(output, ellipsis)
			}
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
				throwRuntime("einsum(): invalid subscript given at index %d in the equation string, subscripts must be in [a-zA-Z]", behind+strings.IndexRune(equation[behind:], c))
			}
			check(!seen[c], "einsum(): output subscript %c appears more than once in the output", c)
			check(counts[c] > 0, "einsum(): output subscript %c does not appear in the equation for any input operand", c)
			seen[c] = true
			output = append(output, c)
		}
		if at >= len(letters) && len(letters) != len(right) {
			output = appendDots(output, ellipsis)
		}
	} else {
		output = appendDots(output, ellipsis)
		for c := 'A'; c <= 'z'; c++ {
			if counts[c] == 1 {
				output = append(output, c)
			}
		}
	}
	// The order of all labels: output first, then the summed ones.
	order := append([]label(nil), output...)
	inOutput := map[label]bool{}
	for _, l := range output {
		inOutput[l] = true
	}
	for l := dotLabel(ellipsis - 1); ellipsis > 0 && l >= dotLabel(0); l-- {
		if !inOutput[l] && counts[l] > 0 {
			order = append(order, l)
		}
	}
	for c := 'A'; c <= 'z'; c++ {
		if counts[c] > 0 && !inOutput[c] {
			order = append(order, c)
		}
	}
	position := map[label]int{}
	for i, l := range order {
		position[l] = i
	}
	sizes := make([]symbolic.Int, len(order))
	for i := range sizes {
		sizes[i] = one
	}
	aligned := make([]Value, len(operands))
	for i, t := range operands {
		aligned[i] = alignOperand(ctx, t, i, append([]label(nil), parsed[i]...), order, sizes)
	}
	return contract(ctx, aligned, len(output))
}

// alignOperand gives operand i, whose dimensions have the labels given, the dimensions of order, ones where it has none; sizes are those that were seen, to which
// it adds its own.
func alignOperand(ctx *Context, t Value, i int, labels, order []rune, sizes []symbolic.Int) Value {
	for j := 0; j < len(labels); j++ { // repeated labels: take the diagonal
		for k := j + 1; k < len(labels); k++ {
			if labels[k] == labels[j] {
				a, b := sizeOf(t, j), sizeOf(t, k)
				check(expectSame(ctx, a, b), "einsum(): subscript %c is repeated for operand %d but the sizes don't match, %s != %s", labels[k], i, b, a)
				t = ctx.call1("movedim.int", ctx.call1("diagonal", t, int64(0), int64(j), int64(k)), int64(-1), int64(j))
				labels = append(labels[:k], labels[k+1:]...)
				k--
			}
		}
	}
	if first := slices.IndexFunc(labels, isDot); first >= 0 { // an ellipsis that stands for fewer dimensions than others begins with ones
		for l := dotLabel(0); slices.Contains(order, l); l++ {
			if labels[first] < l {
				t, labels = ctx.call1("unsqueeze", t, int64(first)), slices.Insert(labels, first, l)
			}
		}
	}
	for p, l := range order {
		if j := slices.Index(labels, l); j >= 0 {
			size := sizeOf(t, j)
			if isOne(ctx, sizes[p]) {
				sizes[p] = size
			} else if size != sizes[p] && !isOne(ctx, size) && !ctx.is(sizes[p].Eq(size)) {
				throwRuntime("einsum(): subscript %c has size %s for operand %d which does not broadcast with previously seen size %s", l, size, i, sizes[p])
			}
		}
	}
	perm := make([]int, len(order))
	for p, l := range order {
		if perm[p] = slices.Index(labels, l); perm[p] < 0 {
			perm[p] = len(labels)
			t, labels = ctx.call1("unsqueeze", t, int64(perm[p])), append(labels, l)
		}
	}
	return ctx.permute(t, perm...)
}

// contract multiplies operands that have all dimensions, from the left, and sums the dimensions from keep on, each as soon as no later operand has it.
func contract(ctx *Context, operands []Value, keep int) Value {
	acc := operands[0]
	n := dimOf(acc)
	var rest []int
	for d := keep; d < n; d++ {
		rest = append(rest, d)
	}
	if len(operands) == 1 || len(rest) == 0 {
		for _, t := range operands[1:] {
			acc = ctx.mul(acc, t)
		}
		if len(rest) > 0 {
			acc = ctx.sumDim(acc, false, rest...)
		}
		return acc
	}
	having := make([]int, n) // how many operands have a dimension
	for _, d := range rest {
		for _, t := range operands {
			if !isOne(ctx, sizeOf(t, d)) {
				having[d]++
			}
		}
	}
	for _, t := range operands[1:] {
		var both, left, right []int
		for _, d := range rest {
			ofLeft, ofRight := !isOne(ctx, sizeOf(acc, d)), !isOne(ctx, sizeOf(t, d))
			switch {
			case ofLeft && ofRight:
				if having[d]--; having[d] == 1 {
					both, having[d] = append(both, d), 0
				}
			case having[d] == 1 && ofLeft:
				left, having[d] = append(left, d), 0
			case having[d] == 1 && ofRight:
				right, having[d] = append(right, d), 0
			}
		}
		if len(left) > 0 {
			acc = ctx.sumDim(acc, true, left...)
		}
		if len(right) > 0 {
			t = ctx.sumDim(t, true, right...)
		}
		acc = sumProductPair(ctx, acc, t, both)
	}
	return ctx.view(acc, sizesOf(acc)[:keep])
}

func dotLabel(i int) rune { return rune(0x10000 + i) }

func isDot(l rune) bool { return l >= dotLabel(0) }

// dotsOfEquation refuses dots in a part of an equation beside one ellipsis.
func dotsOfEquation(part, what, named string) {
	for i, found := 0, false; i < len(part); i++ {
		switch {
		case part[i] != '.':
		case found:
			throwRuntime("einsum(): found '.' for %s for which an ellipsis was already found", what)
		case !strings.HasPrefix(part[i:], "..."):
			throwRuntime("einsum(): found '.' for %s that is not part of any ellipsis%s", what, named)
		default:
			found = true
			i += 2
		}
	}
}

// appendDots adds labels for n broadcast dimensions, the last one numbered 0.
func appendDots(labels []rune, n int) []rune {
	for i := n - 1; i >= 0; i-- {
		labels = append(labels, dotLabel(i))
	}
	return labels
}

// sumProductPair multiplies two aligned operands and sums over dims, which both have and of which ones are left, as one batched product.
func sumProductPair(ctx *Context, x, y Value, dims []int) Value {
	if len(dims) == 0 {
		return ctx.mul(x, y)
	}
	n := dimOf(x)
	var batch, onlyX, others []int
	b, m, k, nn := one, one, one, one
	for d := range n {
		sx, sy := sizeOf(x, d), sizeOf(y, d)
		switch ofX, ofY := !isOne(ctx, sx), !isOne(ctx, sy); {
		case slices.Contains(dims, d):
			k = k.Mul(sx)
		case ofX && ofY:
			batch, b = append(batch, d), b.Mul(sx)
		case ofX:
			onlyX, m = append(onlyX, d), m.Mul(sx)
		default:
			others, nn = append(others, d), nn.Mul(sy)
		}
	}
	var sizes []symbolic.Int
	for _, d := range slices.Concat(batch, onlyX) {
		sizes = append(sizes, sizeOf(x, d))
	}
	for range dims {
		sizes = append(sizes, one)
	}
	for _, d := range others {
		sizes = append(sizes, sizeOf(y, d))
	}
	back := make([]int, n)
	for i, d := range slices.Concat(batch, onlyX, dims, others) {
		back[d] = i
	}
	x = ctx.reshape(ctx.permute(x, slices.Concat(batch, onlyX, dims, others)...), []symbolic.Int{b, m, k})
	y = ctx.reshape(ctx.permute(y, slices.Concat(batch, dims, others, onlyX)...), []symbolic.Int{b, k, nn})
	return ctx.permute(ctx.view(ctx.call1("bmm", x, y), sizes), back...)
}
