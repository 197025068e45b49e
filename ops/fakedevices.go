package ops

import "github.com/magneto-go/magneto/tensor"

// joining are the operators without loop bodies that take tensors of one device only.
var joining = map[string]bool{"cat": true, "stack": true, "where.self": true, "mm": true, "bmm": true, "addmm": true, "baddbmm": true, "addbmm": true, "dot": true, "vdot": true, "mv": true, "addmv": true,
	"linear": true, "matmul": true, "addcmul": true, "addcdiv": true, "lerp.Tensor": true}

// refuseDevices refuses tensors without data that are on two devices. One without dimensions on the CPU goes with any other.
func (ctx *Context) refuseDevices(op *Op, args []Value) {
	if _, onMeta := ctx.fakeEnv.(constEnv); onMeta || ctx.fakeEnv == nil || op.e.loop == nil && !joining[op.Name] || op.Name == "copy" {
		return
	}
	var common tensor.Device
	seen, scalar := false, false
	eachTensor(args, func(v Value) bool {
		f, ok := v.(*Fake)
		if !ok {
			return true
		}
		device := f.Device
		if device.Type == "" {
			device = tensor.CPU
		}
		free := device.Type == "cpu" && len(f.Sizes) == 0
		switch {
		case !seen || scalar && device.Type != common.Type:
			seen, common, scalar = true, device, free
		case device.Type == common.Type:
			scalar = scalar && free
		case !free:
			throwRuntime("%s%s and %s!", TwoDevices, common, device)
		}
		return true
	})
}

// TwoDevices begins the text of the error of an operator whose tensors without data are on two devices.
const TwoDevices = "Expected all tensors to be on the same device, but found at least two devices, "
