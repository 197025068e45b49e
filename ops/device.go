package ops

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// deviceTypes are the names that PyTorch has for kinds of devices.
var deviceTypes = strings.Fields("cpu cuda ipu xpu mkldnn opengl opencl ideep hip ve fpga maia xla lazy vulkan mps meta hpu mtia privateuseone")

// deviceText is a kind of device and, where it has one, its number.
var deviceText = regexp.MustCompile("^[a-zA-Z_]+(:(0|[1-9][0-9]*))?$")

// ParseDevice reads "cpu", "cuda:1", "meta". Tensors can be on few of them, see usable.
func ParseDevice(s string) tensor.Device {
	if !deviceText.MatchString(s) && s != "" {
		throwRuntime("Invalid device string: '%s'", s)
	}
	name, index, found := strings.Cut(s, ":")
	d := tensor.Device{Type: name, Index: -1}
	if s == "" {
		throwRuntime("Device string must not be empty")
	}
	if !slices.Contains(deviceTypes, name) {
		throwRuntime("Expected one of %s device type at start of device string: %s", strings.Join(deviceTypes, ", "), name)
	}
	if found {
		n, err := strconv.Atoi(index)
		if err != nil {
			throwRuntime("Invalid device string: '%s'", s)
		}
		d.Index = n
	}
	return d
}

// usable is d, if a tensor can be there: in memory, or on the device meta.
func usable(d tensor.Device) tensor.Device {
	switch d.Type {
	case "cpu", "meta":
		return d
	case "cuda", "xpu":
		throw("AssertionError", "Torch not compiled with %s enabled", strings.ToUpper(d.Type))
	case "hpu":
		throw("ModuleNotFoundError", "No module named 'torch.hpu'")
	}
	name := strings.ToUpper(d.Type)
	if d.Type == "lazy" {
		name = "Lazy"
	}
	throw("NotImplementedError", "Could not run 'aten::empty.memory_format' with arguments from the '%s' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).", name)
	return d
}
