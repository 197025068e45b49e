package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLexemes(t *testing.T) {
	for _, c := range []struct{ src, want, failure string }{
		{"x = 1", "NAME x 1:0-1:1|OP = 1:2-1:3|NUMBER 1 1:4-1:5|NEWLINE  1:5-1:6|ENDMARKER  2:0-2:0", ""},
		{"", "ENDMARKER  1:0-1:0", ""},
		{"# é\nif a: # b\n  c\n", "COMMENT # é 1:0-1:3|NL \n 1:3-1:4|NAME if 2:0-2:2|NAME a 2:3-2:4|OP : 2:4-2:5|COMMENT # b 2:6-2:9|NEWLINE \n 2:9-2:10|" +
			"INDENT    3:0-3:2|NAME c 3:2-3:3|NEWLINE \n 3:3-3:4|DEDENT  4:0-4:0|ENDMARKER  4:0-4:0", ""},
		{"[1,\n2]\n", "OP [ 1:0-1:1|NUMBER 1 1:1-1:2|OP , 1:2-1:3|NL \n 1:3-1:4|NUMBER 2 2:0-2:1|OP ] 2:1-2:2|NEWLINE \n 2:2-2:3|ENDMARKER  3:0-3:0", ""},
		{"f'a{{{b}'\n", "FSTRING_START f' 1:0-1:2|FSTRING_MIDDLE a{ 1:2-1:4|OP { 1:5-1:6|NAME b 1:6-1:7|OP } 1:7-1:8|FSTRING_END ' 1:8-1:9|NEWLINE \n 1:9-1:10|ENDMARKER  2:0-2:0", ""},
		{"(1,\n", "OP ( 1:0-1:1|NUMBER 1 1:1-1:2|OP , 1:2-1:3|NL \n 1:3-1:4", "unexpected EOF in multi-line statement"},
		{"'abc", "", "unterminated string literal (detected at line 1)"},
	} {
		list, failure := Lexemes(c.src)
		var got []string
		for _, l := range list {
			got = append(got, fmt.Sprintf("%s %s %d:%d-%d:%d", l.Type, l.Text, l.Line, l.Col, l.EndLine, l.EndCol))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.src, diff)
		}
		msg := ""
		if failure != nil {
			msg = failure.Msg
		}
		if msg != c.failure {
			t.Errorf("%q: error %q, want %q", c.src, msg, c.failure)
		}
	}
}

func FuzzLexemes(f *testing.F) {
	for _, src := range []string{"x = 1", "if a:\n  b # c\n", "f'{x!r:>{3}}'", "'''a\nb'''", "a\\\n+b", "(1,\n", "\t x\n y", "é = \"\\N{x}\""} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		list, _ := Lexemes(src)
		line, col := 1, 0
		for _, l := range list {
			if l.Line < line || l.Line == line && l.Col < col || l.EndLine < l.Line {
				t.Fatalf("%q: %s %q at %d:%d, behind %d:%d", src, l.Type, l.Text, l.Line, l.Col, line, col)
			}
			line, col = l.Line, l.Col
		}
	})
}
