package torch

import "github.com/magneto-go/magneto/ops"

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
