package aot

import (
	"slices"
)

// JointNode is a node of a joint graph that scripts hold, an input or a call, for Cut.
type JointNode struct {
	Operator string // "" for an input, "getitem" for one of several results
	Operands []int  // among the nodes
	// Bytes are those of a tensor; -1 for a call with several results.
	Bytes    int64
	Early    bool // the results of the forward pass need it
	Late     bool // it needs a tangent, or is a gradient
	Primal   bool
	Returned bool
	Effect   bool
}

// Cut gives the tensors that PyTorch's min-cut partitioner saves of a joint graph, in order.
func Cut(nodes []JointNode) []int {
	j := &judged{}
	for i, n := range nodes {
		x := &vertex{name: n.Operator, early: n.Early, late: n.Late, bound: n.Primal, returned: n.Returned, effect: n.Effect}
		if n.Bytes >= 0 {
			x.kind, x.size, x.out = tensorResult, n.Bytes, n.Bytes
		}
		for _, o := range n.Operands {
			if !slices.Contains(j.list[o].users, i) {
				j.list[o].users = append(j.list[o].users, i)
				x.in += j.list[o].size
			}
		}
		if n.Operator == "getitem" && len(n.Operands) == 1 {
			call := j.list[n.Operands[0]]
			call.out += x.size
		}
		j.list = append(j.list, x)
	}
	j.measure()
	return j.cut()
}
