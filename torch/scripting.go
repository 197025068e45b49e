package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// Raised is an error of an operator as the exception that scripts see.
func Raised(err error) error { return raise(err) }

// PacketNamed are all overloads of an operator of the table, call forms of scripts among them; nil for an unknown one.
func PacketNamed(name string) *ops.Packet {
	if p := ops.Method(name); p != nil {
		return p
	}
	if p := atenPacket(name); p != nil {
		return p
	}
	return ops.Function(name)
}

// onConversion is called when a tensor becomes a plain value of Python; the tracer of scripts sets it.
var onConversion func(th *object.Thread, kind string) error

// OnConversion makes f see the tensors that become a Python boolean, integer, float or number, that are iterated over, or whose size is asked for.
func OnConversion(f func(th *object.Thread, kind string) error) {
	onConversion = f // start: by Register
}

func converting(th *object.Thread, kind string) error {
	if onConversion == nil {
		return nil
	}
	return onConversion(th, kind)
}
