package ir

import (
	"fmt"
	"strings"
)

// Log is where passes tell what they do to a graph, for who looks into the compiler. Each line begins with its level and the place in PyTorch's sources
// that tells the same, by whose file it is chosen.
type Log struct {
	// Levels has the files that are told of, without their ending, with the highest level that is.
	Levels map[string]LogLevel
	Write  func(text string)
}

// LogLevel says how closely a pass is watched: graphs as they are behind it, what it changes, and what it looks at.
type LogLevel int

const (
	LogDump LogLevel = iota
	LogUpdate
	LogDebug
)

// place is what tells something in PyTorch.
type place struct {
	level LogLevel
	file  string
	line  int
}

// The places of the passes.
var (
	atDeadNode       = place{LogUpdate, "dead_code_elimination", 281}
	atDeadOutput     = place{LogUpdate, "dead_code_elimination", 341}
	atDeadInBlock    = place{LogUpdate, "dead_code_elimination", 351}
	atDeadCode       = place{LogDump, "dead_code_elimination", 487}
	atFolding        = place{LogUpdate, "constant_propagation", 193}
	atNoLoop         = place{LogUpdate, "constant_propagation", 227}
	atFoldedIf       = place{LogUpdate, "constant_propagation", 258}
	atConstants      = place{LogDump, "constant_propagation", 419}
	atPlainConstants = place{LogDump, "constant_propagation", 429}
	atEqualNodes     = place{LogUpdate, "common_subexpression_elimination", 95}
	atSubexpressions = place{LogDump, "common_subexpression_elimination", 122}
	atAllTuples      = place{LogDump, "lower_tuples", 320}
	atSimpleTuples   = place{LogDump, "lower_tuples", 336}
	atInlining       = place{LogUpdate, "inliner", 38}
	atBeforeInlining = place{LogDump, "inliner", 86}
	atAfterInlining  = place{LogDump, "inliner", 88}
	atPeepholeOthers = place{LogDump, "peephole_non_tensor", 280}
	atJoinedConcats  = place{LogDump, "concat_opt", 692}
	atPeephole       = place{LogDump, "peephole", 458}
)

// logs says whether what a place tells is wanted.
func (g *Graph) logs(p place) bool {
	if g.Log == nil || len(g.Log.Levels) == 0 {
		return false
	}
	level, chosen := g.Log.Levels[p.file]
	return chosen && p.level <= level
}

// tell writes a text of a place where it is wanted.
func (g *Graph) tell(p place, format string, args ...any) {
	if !g.logs(p) {
		return
	}
	name := [...]string{LogDump: "DUMP", LogUpdate: "UPDATE", LogDebug: "DEBUG"}[p.level]
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(fmt.Sprintf(format, args...), "\n"), "\n") {
		fmt.Fprintf(&b, "[%s %s.cpp:%03d] %s\n", name, p.file, p.line, line)
	}
	g.Log.Write(b.String())
}

// show writes a graph with a title.
func (g *Graph) show(p place, title string) {
	if g.logs(p) {
		g.tell(p, "%s\n%s", title, g)
	}
}

// header is a node without its attributes and blocks.
func (n *Node) header() string {
	p := &printer{}
	p.typedValues(n.Outputs, ", ")
	p.b.WriteString(" = " + n.Kind + "(")
	p.values(n.Inputs)
	p.b.WriteByte(')')
	return p.b.String()
}

// NewLog makes a log of what an option chooses: files with as many > in front of them as their level is high, with colons between them.
func NewLog(option string, write func(text string)) *Log {
	l := &Log{Levels: map[string]LogLevel{}, Write: write}
	for part := range strings.SplitSeq(option, ":") {
		name := strings.TrimLeft(part, ">")
		level := LogLevel(len(part) - len(name))
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			name = name[:i]
		}
		if _, known := l.Levels[name]; name != "" && !known {
			l.Levels[name] = level
		}
	}
	return l
}
