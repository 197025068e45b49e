module github.com/magneto-go/magneto

go 1.26.0

require (
	github.com/alecthomas/kong v1.17.0
	github.com/alecthomas/participle/v2 v2.1.4
	github.com/dlclark/regexp2 v1.12.0
	github.com/go-python/gpython v0.2.0
	github.com/google/go-cmp v0.7.0
	golang.org/x/crypto v0.58.0
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.43.0
	gonum.org/v1/gonum v0.17.0
)

require golang.org/x/arch v0.32.0

require github.com/BurntSushi/toml v1.5.0
