package magneto_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"testing/fstest"
	"time"

	"github.com/magneto-go/magneto"
)

// A program runs as python would run it.
func Example() {
	ctx := context.Background()
	m, err := magneto.New(magneto.Config{Args: []string{"hello.py", "world"}, Stdout: os.Stdout})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	err = m.Run(ctx, "hello.py", `
import sys, torch
print("hello", sys.argv[1])
print(torch.arange(6).reshape(2, 3) * 2)
`)
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// hello world
	// tensor([[ 0,  2,  4],
	//         [ 6,  8, 10]])
}

// Functions of a program are called with Go values, and tensors share their memory with slices.
func ExampleMachine_Call() {
	ctx := context.Background()
	m, err := magneto.New(magneto.Config{})
	if err != nil {
		log.Fatal(err)
	}
	if err := m.Run(ctx, "<example>", "def scale(x, by): return x.mul_(by).sum()"); err != nil {
		log.Fatal(err)
	}
	scale, _ := m.Global("scale")
	data := []float32{1, 2, 3, 4}
	x, err := magneto.NewTensor(data, 2, 2)
	if err != nil {
		log.Fatal(err)
	}
	sum, err := m.Call(ctx, scale, x, 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sum, data)
	// Output: tensor(100.) [10 20 30 40]
}

// A captured graph prints, tells what it relies on, and compiles to code that any goroutine calls.
func ExampleMachine_Capture() {
	ctx := context.Background()
	m, err := magneto.New(magneto.Config{})
	if err != nil {
		log.Fatal(err)
	}
	err = m.Run(ctx, "model.py", `
import torch
from torch import nn
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
`)
	if err != nil {
		log.Fatal(err)
	}
	model, _ := m.Global("model")
	example, err := magneto.NewTensor([]float32{1, 2, 3}, 1, 3)
	if err != nil {
		log.Fatal(err)
	}
	g, err := m.Capture(ctx, model, example)
	if err != nil {
		log.Fatal(err)
	}
	compiled, err := g.Compile("inductor")
	if err != nil {
		log.Fatal(err)
	}
	x, _ := magneto.NewTensor([]float32{1, 0, -1}, 1, 3)
	out, err := compiled.Call(x)
	if err != nil {
		log.Fatal(err)
	}
	values, err := magneto.Data[float32](out[0])
	fmt.Println(out[0].Shape(), values, err)
	_, err = compiled.Call(must(magneto.NewTensor([]float32{1, 0}, 1, 2)))
	fmt.Println(err)
	// Output:
	// [1 2] [0.45942366 0] <nil>
	// argument 0: size 2 at dimension 1 where 3 is expected
}

// A graph's guards say what it relies on.
func ExampleGraph_Guards() {
	ctx := context.Background()
	m, _ := magneto.New(magneto.Config{})
	if err := m.Run(ctx, "<example>", "def f(x, n): return x.view(-1, 2) * n"); err != nil {
		log.Fatal(err)
	}
	f, _ := m.Global("f")
	x := must(magneto.NewTensor(make([]float32, 8)))
	g, err := m.Capture(ctx, f, magneto.Dynamic{Tensor: x, Dims: []int{0}}, 3)
	if err != nil {
		log.Fatal(err)
	}
	for _, guard := range g.Guards() {
		if guard.Kind == "SHAPE_ENV" && guard.Code != "" {
			fmt.Println(guard.Code)
		}
	}
	// Output:
	// (L['x'].size()[0] % 2) == 0
	// (L['x'].size()[0] // 2) != 1
	// 2 <= L['x'].size()[0]
}

// An exception that a program does not handle is an error with its traceback.
func ExampleError() {
	m, _ := magneto.New(magneto.Config{})
	err := m.Run(context.Background(), "<example>", `
import torch
def f(a, b):
    return a @ b
f(torch.ones(2, 3), torch.ones(2, 3))
`)
	var e *magneto.Error
	fmt.Println(errors.As(err, &e))
	fmt.Println(e.Type)
	fmt.Println(e.Traceback)
	// Output:
	// true
	// RuntimeError
	// Traceback (most recent call last):
	//   File "<example>", line 5, in <module>
	//     f(torch.ones(2, 3), torch.ones(2, 3))
	//     ~^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
	//   File "<example>", line 4, in f
	//     return a @ b
	//            ~~^~~
	// RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)
}

// A program ends when its context does.
func ExampleMachine_Run_context() {
	m, _ := magneto.New(magneto.Config{})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	err := m.Run(ctx, "<example>", "while True: pass")
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	fmt.Println(m.Run(context.Background(), "<example>", "x = 1"))
	// Output:
	// true
	// <nil>
}

// Random numbers of a program that sets no seed are the same in each machine with the same Seed.
func ExampleConfig_seed() {
	seed := uint64(7)
	var drawn [2]string
	for i := range drawn {
		var out strings.Builder
		m, err := magneto.New(magneto.Config{Seed: &seed, Stdout: &out})
		if err != nil {
			log.Fatal(err)
		}
		err = m.Run(context.Background(), "draw.py", "import torch, random\nprint(torch.rand(3), random.random())")
		if err != nil {
			log.Fatal(err)
		}
		drawn[i] = out.String()
	}
	fmt.Println(drawn[0] == drawn[1])
	// Output: true
}

// Programs see the files they are given and no others.
func ExampleConfig_files() {
	files := fstest.MapFS{
		"helpers.py": {Data: []byte("def greet(name): return 'hello ' + name")},
		"data.txt":   {Data: []byte("from the archive\n")},
	}
	m, _ := magneto.New(magneto.Config{FS: files, Stdout: os.Stdout, Env: []string{"USER=gopher"}})
	err := m.Run(context.Background(), "main.py", `
import os, helpers
print(helpers.greet(os.environ["USER"]), os.listdir("."), open("data.txt").read().strip())
try: open("new.txt", "w")
except OSError as e: print(e)
`)
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// hello gopher ['data.txt', 'helpers.py'] from the archive
	// [Errno 30] Read-only file system: 'new.txt'
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}
