package ops

func init() { sampleTables = append(sampleTables, createSamples, randomSamples) }

const (
	likeCalls   = "x[n,k]; x[n,k] dtype=int64; x[]; x[n,k,m,2]" + formatCalls
	formatCalls = "; x[n,k,m,2] memory_format=channels_last; x[n,k] memory_format=contiguous_format; x[n,k,m] memory_format=preserve_format"
	windowSize  = "5; 4 dtype=float64; 1"
	windowKind  = "5 true; 4 false; 1 false dtype=float64"
	drawSizes   = "(n,k); (n) dtype=float64; ()"
)

var createSamples = map[string]spec{
	"empty.memory_format zeros ones":  {calls: drawSizes + "; (n,k) dtype=int64", dtypes: "s"},
	"full":                            {calls: "(n,k) 2.5; (n) 3; () true; (n) 1 dtype=float64", dtypes: "s"},
	"empty_strided":                   {calls: "(n,k) (k,1); (2,3) (1,2) dtype=float64", dtypes: "s"},
	"empty_like zeros_like ones_like": {calls: likeCalls, dtypes: "fcsl"},
	"full_like":                       {calls: "x[n,k] 2; x[n,k] 2.5 dtype=float64; x[] 3; x[n,k,m] 1", dtypes: "fsl"},
	"new_empty new_zeros new_ones":    {calls: "x[n] (k,m); x[n,k] () dtype=float64", dtypes: "fsl"},
	"new_full":                        {calls: "x[n] (k,m) 2; x[n,k] () 2.5 dtype=float64", dtypes: "fs"},
	"new_empty_strided":               {calls: "x[n] (2,3) (1,2); x[n,k] (n,k) (k,1) dtype=float64", dtypes: "fs"},
	"scalar_tensor":                   {calls: "2; 2.5; true; 2.5 dtype=float64", dtypes: "s"},
	"arange":                          {calls: "5; 2.5; 0; 7 dtype=float64", dtypes: "s"},
	"arange.start":                    {calls: "2 5; 0.5 2.5; 3 7 dtype=float32", dtypes: "s"},
	"arange.start_step":               {calls: "2 9 2; 0.5 2.5 0.3; 5 1 -2; 3 7 1 dtype=float32", dtypes: "s"},
	"linspace.Tensor_Tensor logspace.Tensor_Tensor": {calls: "x[]! x[]! 4", dtypes: "f", through: "-"},
	"linspace.Tensor_Scalar logspace.Tensor_Scalar": {calls: "x[]! 2.5 4", dtypes: "f", through: "-"},
	"linspace.Scalar_Tensor logspace.Scalar_Tensor": {calls: "-1 x[]! 3", dtypes: "f", through: "-"},
	"linspace":                  {calls: "0 1 5; -2.5 2.5 4; 3 3 1; 0 1 0; 0 10 3 dtype=int64", dtypes: "s"},
	"logspace":                  {calls: "0 1 5; -2.5 2.5 4 2.0; 0 1 3 dtype=float64", dtypes: "s"},
	"eye":                       {calls: "4; 3 dtype=int64; 0", dtypes: "s"},
	"eye.m":                     {calls: "4 2; 3 5 dtype=int64", dtypes: "s"},
	"tril_indices triu_indices": {calls: "3 4; 4 3 1; 3 3 -1 dtype=int32", dtypes: "s"},
	"hamming_window.periodic blackman_window.periodic":           {calls: "5 true; 4 false", dtypes: "s"},
	"hamming_window.periodic_alpha":                              {calls: "5 true 0.5", dtypes: "s"},
	"hamming_window.periodic_alpha_beta":                         {calls: "5 true 0.5 0.4", dtypes: "s"},
	"hann_window hamming_window bartlett_window blackman_window": {calls: windowSize, dtypes: "s"},
	"hann_window.periodic bartlett_window.periodic":              {calls: windowKind, dtypes: "s"},
	"lift_fresh":               {calls: unaryCalls, dtypes: "fcslb", through: "-"},
	"lift_fresh_copy":          {calls: unaryCalls, dtypes: "fcslb"},
	"clone":                    {calls: unaryCalls + formatCalls, dtypes: "fcslb"},
	"contiguous":               {calls: unaryCalls + formatCalls, dtypes: "fcsl"},
	"_to_copy":                 {calls: "x[n,k]; x[n,k] dtype=float32; x[n,k] dtype=complex128; x[] dtype=float64" + formatCalls, dtypes: "fsl"},
	"to.dtype":                 {calls: "x[n,k] float32; x[n,k] float64 false true; x[] complex128", dtypes: "fsl"},
	"to.dtype_layout":          {calls: "x[n,k] dtype=float32; x[n,k] copy=true; x[n,k]", dtypes: "fsl"},
	"to.device":                {calls: "x[n,k] cpu float32; x[] cpu float64", dtypes: "fsl"},
	"to.other type_as":         {calls: "x[n,k] x/f[k]; x[n,k] x/s[]", dtypes: "fs"},
	"copy":                     {calls: "x[n,k] x[n,k]; x[n,k] x[k]; x[n,k] x/s[n,k]; x[] x[]", dtypes: "fcsl"},
	"fill.Scalar":              {calls: "x[n,k] 2; x[] 2.5", dtypes: "fcs"},
	"fill.Tensor":              {calls: "x[n,k] x[]; x[] x[]", dtypes: "fcs"},
	"zero":                     {calls: unaryCalls, dtypes: "fcsl"},
	"item _local_scalar_dense": {calls: "x[]; x[1]; x[1,1]", dtypes: "fcsl"},
}

var randomSamples = map[string]spec{
	"rand randn":                     {calls: drawSizes, dtypes: "s"},
	"rand.generator randn.generator": {calls: "(n,k) generator=none; () generator=none", dtypes: "s"},
	"rand_like randn_like":           {calls: "x[n,k]; x[n,k] dtype=float64; x[]", dtypes: "fs"},
	"randint":                        {calls: "7 (n,k); 3 () dtype=float32", dtypes: "s"},
	"randint.generator":              {calls: "7 (n,k) generator=none", dtypes: "s"},
	"randint.low":                    {calls: "-3 7 (n,k); 2 3 () dtype=float32", dtypes: "s"},
	"randint.low_generator":          {calls: "-3 7 (n,k) generator=none", dtypes: "s"},
	"randint_like":                   {calls: "x[n,k] 7; x[] 3 dtype=int64", dtypes: "fsl"},
	"randint_like.low_dtype":         {calls: "x[n,k] -3 7; x[] 2 3 dtype=int64", dtypes: "fsl"},
	"randperm":                       {calls: "5; 0; 4 dtype=int32", dtypes: "s"},
	"randperm.generator":             {calls: "5 generator=none", dtypes: "s"},
	"normal_functional":              {calls: "x[n,k] 0.5 2.0; x[]", dtypes: "fs"},
	"normal.Tensor_float":            {calls: "x[n,k]; x[n,k] 2.0; x[]", dtypes: "fs", through: "-"},
	"normal.float_Tensor":            {calls: "0.5 p[n,k]; 1.0 p[]", dtypes: "fs", through: "-"},
	"normal.Tensor_Tensor":           {calls: "x[n,k] p[n,k]; x[n,1] p[k]; x[] p[]", dtypes: "fs", through: "-"},
	"normal.float_float":             {calls: "0.5 2.0 (n,k); 0.0 1.0 () dtype=float64", dtypes: "s"},
	"uniform normal exponential cauchy log_normal": {calls: unaryCalls, dtypes: "fs"},
	"geometric":            {calls: "x[n,k] 0.3; x[] 0.5", dtypes: "fsl"},
	"random.from":          {calls: "x[n,k] -2 5; x[] 0 none", dtypes: "fsl"},
	"random.to":            {calls: "x[n,k] 5; x[] 3", dtypes: "fsl"},
	"random":               {calls: unaryCalls, dtypes: "fsl"},
	"poisson":              {calls: "q[n,k]; q[]", dtypes: "fs"},
	"binomial":             {calls: "i[n,k]%9 p[n,k]; i[n,k]%9 p[k]; i[]%9 p[n]", dtypes: "fs", through: "-"},
	"_standard_gamma":      {calls: "q[n,k]; p[]", dtypes: "fs", through: "-"},
	"_standard_gamma_grad": {calls: "q[n,k] p[n,k]; p[] q[]", dtypes: "fs", through: "-"},
	"_sample_dirichlet":    {calls: "q[n,3]; p[2]", dtypes: "fs", through: "-"},
	"_dirichlet_grad":      {calls: "p[n,k] p[n,k] q[n,k]", dtypes: "fs", through: "-"},
	"bernoulli":            {calls: "p[n,k]; p[]", dtypes: "fs"},
	"bernoulli.p":          {calls: "x[n,k] 0.3; x[] 0.5", dtypes: "fs"},
	"bernoulli.float":      {calls: "x[n,k]; x[n,k] 0.3; x[] 0.5", dtypes: "fsl"},
	"bernoulli.Tensor":     {calls: "x[n,k] p/f[n,k]; x[] p/f[]", dtypes: "fs"},
	"multinomial":          {calls: "p[N,4] 2; p[3] 5 true; p[5] 5", dtypes: "fs"},
}
