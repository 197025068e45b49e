package ops

import (
	"strings"
	"sync"

	"github.com/magneto-go/magneto/tensor"
)

// outDeviceTable says how operators word it when the out= tensor lies on another device than what they read: a text with the device of the out= tensor as %o, that of the
// first argument as %i, and the operators, of which one may be an overload (max.dim). The others say that they cannot copy their result.
const outDeviceTable = `
Expected out tensor to have device %i, but got %o instead | argmax argmin gather hash_tensor index_reduce linalg_cholesky linalg_cholesky_ex linalg_det linalg_inv linalg_inv_ex linalg_svd svd linalg_svdvals max.dim min.dim avg_pool2d scatter scatter_add topk
out Tensor doesn't have the correct device set | angle
Expected tensor to have %i DeviceType, but got tensor with %o DeviceType (while checking arguments for inner()) | inner
linalg.cond: Expected result and input tensors to be on the same device, but got result on %o and input on %i | linalg_cond
linalg.pinv: Expected result and input tensors to be on the same device, but got result on %o and input on %i | linalg_pinv
linalg.matrix_norm: Expected result and input tensors to be on the same device, but got result on %i and input on %o | linalg_matrix_norm
linalg.norm: Expected result and input tensors to be on the same device, but got result on %i and input on %o | linalg_norm
linalg.vecdot: Expected result and input tensors to be on the same device, but got result on %i and input on %o | linalg_vecdot
torch.linalg.matrix_rank: Expected result and input tensors to be on the same device, but got result on %o and input on %i | linalg_matrix_rank
matrix_power: Expected result and input tensors to be on the same device, but got result on %o and input on %i | linalg_matrix_power matrix_power
tensorinv: Expected result and input tensors to be on the same device, but got result on %o and input on %i | linalg_tensorinv
tensorsolve: Expected result and input tensors to be on the same device, but got result on %o and input on %i | linalg_tensorsolve
tensordot: Expected the output and input tensors to be on the same device, but got the output tensor on %o, input tensor a on %i, and input tensor b on %i | tensordot
multi_dot(): expected out tensor to be on device %i but got %o | linalg_multi_dot
quantile() out tensor must be on the same device as the input tensor | quantile nanquantile
Expected all tensors to be on the same device, but found at least two devices, %i and %o! | special_ndtr
expected device %i but found %o | diff
`

// outDeviceTexts is outDeviceTable by operator.
var outDeviceTexts = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(outDeviceTable), "\n") {
		text, names, _ := strings.Cut(line, " | ")
		for _, name := range strings.Fields(names) {
			out[name] = text
		}
	}
	return out
})

// refuseOutDevice throws where an out= tensor lies on another device than the first argument.
func refuseOutDevice(op *Op, args []Value, in tensor.Device) {
	for _, v := range args[len(args)-len(op.Schema().Returns):] {
		out, ok := v.(*tensor.Tensor)
		if !ok || out.Device() == in {
			continue
		}
		text := "Attempting to copy from device %i to device %o, but cross-device copies are not allowed!"
		for _, name := range []string{strings.TrimPrefix(op.Name, "nn.functional."), op.Functional.String()} {
			if own, ok := outDeviceTexts()[name]; ok {
				text = own
			}
		}
		throwRuntime("%s", strings.NewReplacer("%i", in.String(), "%o", out.Device().String()).Replace(text))
	}
}
