package stdlib

import (
	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func init() {
	build := func(name string) func(*object.Thread) *object.Module {
		return func(th *object.Thread) *object.Module {
			m := object.NewModule(name)
			for short, t := range map[string]*object.Type{"StringIO": builtins.StringIOType, "BytesIO": builtins.BytesIOType,
				"TextIOWrapper": builtins.TextFileType, "BufferedReader": builtins.BufferedReaderType, "BufferedWriter": builtins.BufferedWriterType,
				"BufferedRandom": builtins.BufferedRandomType, "FileIO": builtins.FileIOType, "IOBase": builtins.IOBaseType,
				"RawIOBase": builtins.RawIOBaseType, "BufferedIOBase": builtins.BufferedIOBaseType, "TextIOBase": builtins.TextIOBaseType,
				"UnsupportedOperation": builtins.UnsupportedOperation, "BlockingIOError": object.BlockingIOError} {
				m.Set(short, t.Ref())
			}
			m.Set("open", builtins.Module(th).Get("open"))
			m.Set("open_code", object.NewFunc("open_code", func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args("open_code", args, kw, "path")
				if err != nil {
					return object.Null, err
				}
				return builtins.Open(th, []Value{args[0], object.NewStr("rb")}, nil)
			}).Ref())
			m.SetFunc("text_encoding", func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args("text_encoding", args, kw, "encoding", "|", "stacklevel", "/")
				if err != nil {
					return object.Null, err
				}
				if !args[0].IsNone() {
					return args[0], nil
				}
				return object.NewStr("utf-8"), nil
			})
			m.Set("DEFAULT_BUFFER_SIZE", object.Int(131072))
			for i, name := range []string{"SEEK_SET", "SEEK_CUR", "SEEK_END"} {
				m.Set(name, object.Int(int64(i)))
			}
			return m
		}
	}
	interp.RegisterNative("io", build("io"))
	interp.RegisterNative("_io", build("_io"))
}
