package stdlib

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"hash/adler32"
	"hash/crc32"
	"io"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var zlibError *object.Type

// The kinds of headers around deflated data, by the sign and size of wbits.
const (
	zlibFrame = iota
	gzipFrame
	rawFrame
	anyFrame
)

func frameOf(wbits int) (int, error) {
	switch {
	case wbits >= -15 && wbits <= -8:
		return rawFrame, nil
	case wbits == 0 || wbits >= 8 && wbits <= 15:
		return zlibFrame, nil
	case wbits >= 24 && wbits <= 31:
		return gzipFrame, nil
	case wbits >= 40 && wbits <= 47:
		return anyFrame, nil
	}
	return 0, object.ValueErrorf("Invalid initialization option")
}

type flushCloser interface {
	io.WriteCloser
	Flush() error
}

func newCompressor(out io.Writer, level, frame int, dict []byte) (flushCloser, error) {
	if level < -1 || level > 9 {
		return nil, object.Raisef(zlibError, "Bad compression level")
	}
	switch frame {
	case rawFrame:
		return flate.NewWriterDict(out, level, dict)
	case gzipFrame:
		if dict != nil {
			return nil, object.ValueErrorf("Invalid dictionary")
		}
		w, err := gzip.NewWriterLevel(out, level)
		if err == nil {
			w.OS = 3
		}
		return w, err
	}
	return zlib.NewWriterLevelDict(out, level, dict)
}

// inflate decompresses the first stream in data, with the dictionary that it asks for, and tells how much of data it is;
// whole is false when the data end early.
func inflate(data []byte, frame int, dict []byte) (out []byte, used int, whole bool, err error) {
	in := bytes.NewReader(data)
	var r io.Reader
	if frame == anyFrame {
		frame = zlibFrame
		if len(data) > 1 && data[0] == 0x1f && data[1] == 0x8b {
			frame = gzipFrame
		}
	}
	switch frame {
	case rawFrame:
		r = flate.NewReaderDict(in, dict)
	case gzipFrame:
		var g *gzip.Reader
		if g, err = gzip.NewReader(in); err == nil {
			g.Multistream(false)
		}
		r = g
	default:
		r, err = zlib.NewReaderDict(in, dict)
	}
	if err == nil {
		out, err = io.ReadAll(r)
	}
	switch {
	case err == nil:
		return out, len(data) - in.Len(), true, nil
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return out, len(data), false, nil
	case errors.Is(err, zlib.ErrDictionary) && dict == nil:
		return nil, 0, false, object.Raisef(zlibError, "Error 2 while decompressing data")
	case errors.Is(err, zlib.ErrDictionary):
		return nil, 0, false, object.Raisef(zlibError, "Error -3 while setting zdict: invalid input data")
	}
	return nil, 0, false, zlibFault(err)
}

func zlibFault(err error) error {
	reason := "invalid block type"
	switch {
	case errors.Is(err, zlib.ErrHeader) || errors.Is(err, gzip.ErrHeader):
		reason = "incorrect header check"
	case errors.Is(err, zlib.ErrChecksum) || errors.Is(err, gzip.ErrChecksum):
		reason = "incorrect data check"
	}
	return object.Raisef(zlibError, "Error -3 while decompressing data: %s", reason)
}

func intOr(th *object.Thread, v Value, def int) (int, error) {
	if v.IsNull() || v.IsNone() {
		return def, nil
	}
	return object.ToInt(th, v)
}

type compressObject struct {
	out  bytes.Buffer
	w    flushCloser
	done bool // the stream has been ended
}

func (c *compressObject) take() Value {
	b := append([]byte(nil), c.out.Bytes()...)
	c.out.Reset()
	return object.NewBytes(b)
}

// decompressObject keeps all input, and decompresses from the start when there is more: Go's readers cannot be resumed.
type decompressObject struct {
	frame    int
	dict     []byte
	in       []byte
	produced int    // bytes of output so far
	pending  []byte // those not handed out yet
	owed     bool   // the tail that was handed out has been used already
	used     int    // of in, by a stream that has ended
	whole    bool   // it has
	eof      bool
	unused   []byte
	tail     []byte
}

func (d *decompressObject) feed(data []byte, limit int) ([]byte, error) {
	if d.eof {
		d.unused = append(d.unused, data...)
		return nil, nil
	}
	if d.owed && len(data) > 0 {
		data = data[1:]
	}
	d.owed, d.tail = false, nil
	d.in = append(d.in, data...)
	if len(data) > 0 && !d.whole {
		out, used, whole, err := inflate(d.in, d.frame, d.dict)
		if err != nil {
			return nil, err
		}
		d.pending = append(d.pending, out[min(d.produced, len(out)):]...)
		d.produced, d.used, d.whole = len(out), used, whole
	}
	fresh := d.pending
	if limit > 0 && len(fresh) > limit {
		// The rest of the output is to come with the rest of the input: its last byte stands for it.
		d.pending, d.owed, d.tail = fresh[limit:], true, append([]byte(nil), d.in[len(d.in)-1:]...)
		return fresh[:limit:limit], nil
	}
	d.pending = nil
	if d.whole {
		d.eof = true
		d.unused = append([]byte(nil), d.in[d.used:]...)
	}
	return fresh, nil
}

func init() { interp.RegisterNative("zlib", zlibModule) }

func zlibModule(th *object.Thread) *object.Module {
	m := object.NewModule("zlib")
	if zlibError == nil {
		zlibError = object.NewType("error", "zlib", object.ExceptionType, object.Spec{}) // shared: native modules are made one at a time
	}
	m.SetType(zlibError)
	for name, n := range map[string]int64{"MAX_WBITS": 15, "DEFLATED": 8, "DEF_MEM_LEVEL": 8, "DEF_BUF_SIZE": 16384, "Z_BEST_COMPRESSION": 9,
		"Z_BEST_SPEED": 1, "Z_DEFAULT_COMPRESSION": -1, "Z_NO_COMPRESSION": 0, "Z_DEFAULT_STRATEGY": 0, "Z_FILTERED": 1, "Z_HUFFMAN_ONLY": 2,
		"Z_RLE": 3, "Z_FIXED": 4, "Z_NO_FLUSH": 0, "Z_PARTIAL_FLUSH": 1, "Z_SYNC_FLUSH": 2, "Z_FULL_FLUSH": 3, "Z_FINISH": 4, "Z_BLOCK": 5} {
		m.Set(name, object.Int(n))
	}
	m.Set("ZLIB_VERSION", object.NewStr("1.3.1"))
	m.Set("ZLIB_RUNTIME_VERSION", object.NewStr("1.3.1"))
	compressType := compressObjectType()
	decompressType := decompressObjectType()
	object.AddFuncs(m, []object.Method{
		{Name: "crc32", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			return checksum(th, "crc32", args, kw, 0, func(start uint32, b []byte) uint32 { return crc32.Update(start, crc32.IEEETable, b) })
		}},
		{Name: "adler32", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			return checksum(th, "adler32", args, kw, 1, adlerFrom)
		}},
		{Name: "compress", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("compress", args, kw, "data", "/", "|", "level", "wbits")
			if err != nil {
				return object.Null, err
			}
			b, err := object.BytesOf(args[0])
			if err != nil {
				return object.Null, err
			}
			c, err := startCompressor(th, args[1], args[2], nil)
			if err != nil {
				return object.Null, err
			}
			c.w.Write(b)
			c.w.Close()
			return c.take(), nil
		}},
		{Name: "decompress", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("decompress", args, kw, "data", "/", "|", "wbits", "bufsize")
			if err != nil {
				return object.Null, err
			}
			b, err := object.BytesOf(args[0])
			if err != nil {
				return object.Null, err
			}
			wbits, err := intOr(th, args[1], 15)
			if err != nil {
				return object.Null, err
			}
			if size, err := intOr(th, args[2], 0); err != nil {
				return object.Null, err
			} else if size < 0 {
				return object.Null, object.ValueErrorf("bufsize must be non-negative")
			}
			frame, err := frameOf(wbits)
			if err != nil {
				return object.Null, err
			}
			out, _, whole, err := inflate(b, frame, nil)
			if err == nil && !whole {
				err = object.Raisef(zlibError, "Error -5 while decompressing data: incomplete or truncated stream")
			}
			return object.NewBytes(out), err
		}},
		{Name: "compressobj", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("compressobj", args, kw, "|", "level", "method", "wbits", "memLevel", "strategy", "zdict")
			if err != nil {
				return object.Null, err
			}
			for _, o := range compressOptions {
				if n, err := intOr(th, args[o.arg], o.low); err != nil {
					return object.Null, err
				} else if n < o.low || n > o.high {
					return object.Null, object.ValueErrorf("Invalid initialization option")
				}
			}
			var dict []byte
			if !args[5].IsNull() {
				if dict, err = object.BytesOf(args[5]); err != nil {
					return object.Null, err
				}
			}
			c, err := startCompressor(th, args[0], args[2], dict)
			if err != nil {
				return object.Null, err
			}
			return object.NewNative(compressType, c), nil
		}},
		{Name: "decompressobj", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("decompressobj", args, kw, "|", "wbits", "zdict")
			if err != nil {
				return object.Null, err
			}
			wbits, err := intOr(th, args[0], 15)
			if err != nil {
				return object.Null, err
			}
			frame, err := frameOf(wbits)
			if err != nil {
				return object.Null, err
			}
			d := &decompressObject{frame: frame}
			if !args[1].IsNull() {
				b, err := object.BytesOf(args[1])
				if err != nil {
					return object.Null, object.TypeErrorf("zdict argument must support the buffer protocol")
				}
				d.dict = append([]byte{}, b...)
			}
			return object.NewNative(decompressType, d), nil
		}},
	})
	return m
}

// adlerFrom goes on with the checksum of RFC 1950.
func adlerFrom(sum uint32, b []byte) uint32 {
	if sum == 1 {
		return adler32.Checksum(b)
	}
	low, high := sum&0xffff, sum>>16
	for _, c := range b {
		low = (low + uint32(c)) % 65521
		high = (high + low) % 65521
	}
	return high<<16 | low
}

// compressOptions are the bounds of arguments of compressobj. Those that say how to search for repetitions have no
// other effect: Go's compressor searches in its own way, and the data come out the same.
var compressOptions = []struct{ arg, low, high int }{
	{0, -1, 9}, // level
	{1, 8, 8},  // method
	{3, 1, 9},  // memLevel
	{4, 0, 4},  // strategy
}

// startCompressor is a compressor that may refer to what is in dict.
func startCompressor(th *object.Thread, level, wbits Value, dict []byte) (*compressObject, error) {
	n, err := intOr(th, level, -1)
	if err != nil {
		return nil, err
	}
	bits, err := intOr(th, wbits, 15)
	if err != nil {
		return nil, err
	}
	frame, err := frameOf(bits)
	if err != nil {
		return nil, err
	}
	if bits == 0 || frame == anyFrame {
		return nil, object.ValueErrorf("Invalid initialization option")
	}
	c := &compressObject{}
	if len(dict) == 0 {
		dict = nil // it is not announced in the header then
	}
	c.w, err = newCompressor(&c.out, n, frame, dict)
	return c, err
}

func compressObjectType() *object.Type {
	cv := func(v Value) *compressObject { n, _ := object.AsNative(v); return n.V.(*compressObject) }
	return object.NewExtensionType("Compress", "zlib", nil, object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: []object.Method{
		{Name: "compress", OneArg: func(th *object.Thread, v, x Value) (Value, error) {
			b, err := object.BytesOf(x)
			if err != nil {
				return object.Null, err
			}
			if cv(v).done {
				return object.Null, object.Raisef(zlibError, "Error -2 while compressing data: inconsistent stream state")
			}
			cv(v).w.Write(b)
			return cv(v).take(), nil
		}},
		{Name: "flush", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			args, err := object.Args("flush", args, kw, "self", "|", "mode", "/")
			if err != nil {
				return object.Null, err
			}
			mode, err := intOr(th, args[1], 4)
			if err != nil {
				return object.Null, err
			}
			c := cv(args[0])
			switch {
			case mode == 0:
			case c.done || mode < 0 || mode > 5:
				return object.Null, object.Raisef(zlibError, "Error -2 while flushing: inconsistent stream state")
			case mode == 4:
				c.done = true
				c.w.Close()
			default:
				c.w.Flush()
			}
			return c.take(), nil
		}},
	}})
}

func decompressObjectType() *object.Type {
	dv := func(v Value) *decompressObject { n, _ := object.AsNative(v); return n.V.(*decompressObject) }
	return object.NewExtensionType("Decompress", "zlib", nil, object.Spec{Layout: object.LayoutNative, NoNew: true,
		Methods: []object.Method{
			{Name: "decompress", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args("decompress", args, kw, "self", "data", "/", "|", "max_length")
				if err != nil {
					return object.Null, err
				}
				limit, err := intOr(th, args[2], 0)
				if err != nil {
					return object.Null, err
				}
				if limit < 0 {
					return object.Null, object.ValueErrorf("max_length must be non-negative")
				}
				d := dv(args[0])
				b, err := object.BytesOf(args[1])
				if err != nil {
					return object.Null, err
				}
				out, err := d.feed(b, limit)
				return object.NewBytes(out), err
			}},
			{Name: "flush", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args("flush", args, kw, "self", "|", "length", "/")
				if err != nil {
					return object.Null, err
				}
				if n, err := intOr(th, args[1], 1); err != nil {
					return object.Null, err
				} else if n <= 0 {
					return object.Null, object.ValueErrorf("length must be greater than zero")
				}
				out, err := dv(args[0]).feed(nil, 0)
				return object.NewBytes(out), err
			}},
		},
		Getset: []object.GetsetDef{
			{Name: "eof", Get: func(th *object.Thread, v Value) (Value, error) { return object.Bool(dv(v).eof), nil }},
			{Name: "unused_data", Get: func(th *object.Thread, v Value) (Value, error) { return object.NewBytes(dv(v).unused), nil }},
			{Name: "unconsumed_tail", Get: func(th *object.Thread, v Value) (Value, error) { return object.NewBytes(dv(v).tail), nil }},
		}})
}
