package stdlib

import (
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
	"golang.org/x/crypto/scrypt"
)

// hashMakers are the algorithms whose digests have a fixed size.
var hashMakers = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
	"sha3_224": func() hash.Hash { return sha3.New224() }, "sha3_256": func() hash.Hash { return sha3.New256() },
	"sha3_384": func() hash.Hash { return sha3.New384() }, "sha3_512": func() hash.Hash { return sha3.New512() },
}

var shakeMakers = map[string]func() *sha3.SHAKE{"shake_128": sha3.NewSHAKE128, "shake_256": sha3.NewSHAKE256}

// A hasher keeps the data: the state of not every algorithm can be copied.
type hasher struct {
	name        string
	data        []byte
	make        func() hash.Hash   // nil for an extendable output function
	shake       func() *sha3.SHAKE // nil for others
	digest, blk int
}

func (h *hasher) sum() []byte {
	x := h.make()
	x.Write(h.data)
	return x.Sum(nil)
}

func hashData(v Value) ([]byte, error) {
	b, err := object.BytesOf(v)
	if err == nil {
		return b, nil
	}
	if _, ok := object.Text(v); ok {
		return nil, object.TypeErrorf("Strings must be encoded before hashing")
	}
	return nil, object.TypeErrorf("object supporting the buffer API required")
}

func newHasher(name string) (*hasher, bool) {
	if f, ok := hashMakers[name]; ok {
		x := f()
		return &hasher{name: name, make: f, digest: x.Size(), blk: x.BlockSize()}, true
	}
	if f, ok := shakeMakers[name]; ok {
		return &hasher{name: name, shake: f, blk: f().BlockSize()}, true
	}
	return nil, false
}

// newBlake is a hasher of BLAKE2, which takes a size and a key.
func newBlake(th *object.Thread, name string, size Value, key Value) (*hasher, error) {
	limit, block, title := 64, 128, "Blake2b"
	if name == "blake2s" {
		limit, block, title = 32, 64, "Blake2s"
	}
	n, err := intOr(th, size, limit)
	if err != nil {
		return nil, err
	}
	if n < 1 || n > limit {
		return nil, object.ValueErrorf("digest_size for %s must be between 1 and %d bytes, here it is %d", title, limit, n)
	}
	var secret []byte
	if !key.IsNull() {
		if secret, err = object.BytesOf(key); err != nil {
			return nil, err
		}
		if len(secret) > limit {
			return nil, object.ValueErrorf("maximum key length is %d bytes", limit)
		}
	}
	secret = append([]byte(nil), secret...)
	h := &hasher{name: name, digest: n, blk: block}
	if name == "blake2b" {
		h.make = func() hash.Hash { x, _ := blake2b.New(n, secret); return x }
		return h, nil
	}
	if n == 32 {
		h.make = func() hash.Hash { x, _ := blake2s.New256(secret); return x }
		return h, nil
	}
	if n == 16 && len(secret) > 0 {
		h.make = func() hash.Hash { x, _ := blake2s.New128(secret); return x }
		return h, nil
	}
	return nil, object.NotImplementedErrorf("hashlib.blake2s: only digest sizes of 32 bytes, and 16 with a key, are supported")
}

func hashTypes() (fixed, extendable *object.Type) {
	hv := func(v Value) *hasher { n, _ := object.AsNative(v); return n.V.(*hasher) }
	length := func(th *object.Thread, name string, args, kw []Value) ([]byte, error) {
		a, err := object.Args(name, args, kw, "self", "length")
		if err != nil {
			return nil, err
		}
		n, err := object.ToInt(th, a[1])
		if err != nil {
			return nil, err
		}
		if n < 0 || n > 1<<29 {
			return nil, object.ValueErrorf("length must be non-negative and not too large")
		}
		out := make([]byte, n)
		x := hv(a[0]).shake()
		x.Write(hv(a[0]).data)
		x.Read(out)
		return out, nil
	}
	common := []object.Method{
		{Name: "update", OneArg: func(th *object.Thread, v, x Value) (Value, error) {
			b, err := hashData(x)
			if err != nil {
				return object.Null, err
			}
			hv(v).data = append(hv(v).data, b...)
			return object.None, nil
		}},
		{Name: "copy", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			c := *hv(v)
			c.data = append([]byte(nil), c.data...)
			return object.NewNative(v.Type(), &c), nil
		}},
	}
	get := []object.GetsetDef{
		{Name: "name", Get: func(th *object.Thread, v Value) (Value, error) { return object.NewStr(hv(v).name), nil }},
		{Name: "digest_size", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(hv(v).digest)), nil }},
		{Name: "block_size", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(hv(v).blk)), nil }},
	}
	repr := func(th *object.Thread, v Value) (Value, error) {
		return object.NewStr("<" + hv(v).name + " _hashlib." + v.Type().Name + fmt.Sprintf(" object @ %#x>", object.ID(v))), nil
	}
	fixed = object.NewType("HASH", "_hashlib", nil, object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: get, Slots: object.Slots{Repr: repr},
		Methods: append([]object.Method{
			{Name: "digest", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.NewBytes(hv(v).sum()), nil }},
			{Name: "hexdigest", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				return object.NewStr(hex.EncodeToString(hv(v).sum())), nil
			}},
		}, common...)})
	extendable = object.NewType("HASHXOF", "_hashlib", nil, object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: get, Slots: object.Slots{Repr: repr},
		Methods: append([]object.Method{
			{Name: "digest", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				b, err := length(th, "digest", args, kw)
				return object.NewBytes(b), err
			}},
			{Name: "hexdigest", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				b, err := length(th, "hexdigest", args, kw)
				return object.NewStr(hex.EncodeToString(b)), err
			}},
		}, common...)})
	return fixed, extendable
}

func init() { interp.RegisterNative("_hashlib", hashModule) }

func hashModule(th *object.Thread) *object.Module {
	m := object.NewModule("_hashlib")
	fixed, extendable := hashTypes()
	m.Set("HASH", fixed.Ref())
	m.Set("HASHXOF", extendable.Ref())
	wrap := func(h *hasher, data Value) (Value, error) {
		if !data.IsNull() {
			b, err := hashData(data)
			if err != nil {
				return object.Null, err
			}
			h.data = append(h.data, b...)
		}
		if h.shake != nil {
			return object.NewNative(extendable, h), nil
		}
		return object.NewNative(fixed, h), nil
	}
	for _, name := range []string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512",
		"shake_128", "shake_256"} {
		m.SetFunc(name, func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args(name, args, kw, "|", "data", "*", "usedforsecurity", "string")
			if err != nil {
				return object.Null, err
			}
			if a[0].IsNull() {
				a[0] = a[2]
			}
			h, _ := newHasher(name)
			return wrap(h, a[0])
		})
	}
	for _, name := range []string{"blake2b", "blake2s"} {
		m.SetFunc(name, func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args(name, args, kw, "|", "data", "*", "digest_size", "key", "salt", "person", "usedforsecurity", "string")
			if err != nil {
				return object.Null, err
			}
			for i, option := range []string{"salt", "person"} {
				if !a[3+i].IsNull() {
					return object.Null, object.NotImplementedErrorf("hashlib.%s: %s is not supported", name, option)
				}
			}
			if a[0].IsNull() {
				a[0] = a[6]
			}
			h, err := newBlake(th, name, a[1], a[2])
			if err != nil {
				return object.Null, err
			}
			return wrap(h, a[0])
		})
	}
	m.SetFunc("pbkdf2_hmac", func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args("pbkdf2_hmac", args, kw, "hash_name", "password", "salt", "iterations", "|", "dklen")
		if err != nil {
			return object.Null, err
		}
		name, _ := object.Text(a[0])
		maker, ok := hashMakers[name]
		if !ok {
			return object.Null, object.ValueErrorf("unsupported hash type %s", name)
		}
		password, err := object.BytesOf(a[1])
		if err != nil {
			return object.Null, err
		}
		salt, err := object.BytesOf(a[2])
		if err != nil {
			return object.Null, err
		}
		rounds, err := object.ToInt(th, a[3])
		if err != nil {
			return object.Null, err
		}
		if rounds < 1 {
			return object.Null, object.ValueErrorf("iteration value must be greater than 0.")
		}
		size, err := intOr(th, a[4], maker().Size())
		if err != nil {
			return object.Null, err
		}
		if size < 1 {
			return object.Null, object.ValueErrorf("key length must be greater than 0.")
		}
		key, err := pbkdf2.Key(maker, string(password), salt, rounds, size)
		if err != nil {
			return object.Null, object.ValueErrorf("%v", err)
		}
		return object.NewBytes(key), nil
	})
	m.SetFunc("scrypt", func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args("scrypt", args, kw, "password", "*", "|", "salt", "n", "r", "p", "maxmem", "dklen")
		if err != nil {
			return object.Null, err
		}
		password, err := object.BytesOf(a[0])
		if err != nil {
			return object.Null, err
		}
		if a[1].IsNull() {
			return object.Null, object.TypeErrorf("salt is required")
		}
		salt, err := object.BytesOf(a[1])
		if err != nil {
			return object.Null, err
		}
		var n [4]int
		for i, v := range []Value{a[2], a[3], a[4], a[6]} {
			if n[i], err = intOr(th, v, []int{0, 8, 1, 64}[i]); err != nil {
				return object.Null, err
			}
		}
		key, err := scrypt.Key(password, salt, n[0], n[1], n[2], n[3])
		if err != nil {
			return object.Null, object.ValueErrorf("Invalid parameter combination for n, r, p, maxmem.")
		}
		return object.NewBytes(key), nil
	})
	return m
}
