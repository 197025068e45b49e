package stdlib

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var hashMakers = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
}

type hasher struct {
	name string
	data []byte
}

func (h *hasher) sum() []byte {
	x := hashMakers[h.name]()
	x.Write(h.data)
	return x.Sum(nil)
}

func init() {
	interp.RegisterNative("hashlib", func() *object.Module {
		m := object.NewModule("hashlib")
		hv := func(v Value) *hasher { n, _ := object.AsNative(v); return n.V.(*hasher) }
		t := object.NewType("HASH", "_hashlib", nil, object.Spec{Layout: object.LayoutNative, NoNew: true,
			Methods: []object.Method{
				{Name: "update", OneArg: func(v, x Value) (Value, error) {
					b, err := object.BytesOf(x)
					if err != nil {
						if _, ok := object.Text(x); ok {
							err = object.TypeErrorf("Strings must be encoded before hashing")
						}
						return object.Null, err
					}
					hv(v).data = append(hv(v).data, b...)
					return object.None, nil
				}},
				{Name: "digest", NoArgs: func(v Value) (Value, error) { return object.NewBytes(hv(v).sum()), nil }},
				{Name: "hexdigest", NoArgs: func(v Value) (Value, error) { return object.NewStr(hex.EncodeToString(hv(v).sum())), nil }},
				{Name: "copy", NoArgs: func(v Value) (Value, error) {
					c := *hv(v)
					c.data = append([]byte(nil), c.data...)
					return object.NewNative(v.Type(), &c), nil
				}},
			},
			Getset: []object.GetsetDef{
				{Name: "name", Get: func(v Value) (Value, error) { return object.NewStr(hv(v).name), nil }},
				{Name: "digest_size", Get: func(v Value) (Value, error) { return object.Int(int64(len(hv(v).sum()))), nil }},
				{Name: "block_size", Get: func(v Value) (Value, error) { return object.Int(int64(hashMakers[hv(v).name]().BlockSize())), nil }},
			},
		})
		make := func(name string, data []Value) (Value, error) {
			h := &hasher{name: name}
			if len(data) > 0 {
				b, err := object.BytesOf(data[0])
				if err != nil {
					if _, ok := object.Text(data[0]); ok {
						err = object.TypeErrorf("Strings must be encoded before hashing")
					}
					return object.Null, err
				}
				h.data = append(h.data, b...)
			}
			return object.NewNative(t, h), nil
		}
		for name := range hashMakers {
			m.SetFunc(name, func(args, kw []Value) (Value, error) { return make(name, args[:len(args)-len(kw)]) })
		}
		m.SetFunc("new", required("new", 1, func(args, kw []Value) (Value, error) {
			n, _ := object.Text(args[0])
			if hashMakers[n] == nil {
				return object.Null, object.ValueErrorf("unsupported hash type %s", n)
			}
			return make(n, args[1:len(args)-len(kw)])
		}))
		return m
	})
}
