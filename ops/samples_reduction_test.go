package ops

func init() { sampleTables = append(sampleTables, reductionSamples, sortSamples) }

const (
	// reductions take a list of dimensions and keepdim; nonempty ones refuse empty dimensions.
	reductionDims = "x[n,k] (1); x[n,k] (0) true; x[n,k,m] (0,2); x[n,k,m] (-1,0) true; x[] (0); x[n,k] (); x[n,k] none true"
	nonemptyDims  = "x[N,K] (1); x[N,K] (0) true; x[N,K,M] (0,2); x[N,K,M] (-1,0) true; x[] (0); x[N,K] ()"
	reductionDim  = "x[n,k] 1; x[n,k] 0 true; x[n,k,m] 1; x[n,k,m] -1 true; x[] 0"
	nonemptyDim   = "x[n,K] 1; x[N,k] 0 true; x[n,K,m] 1; x[n,k,M] -1 true; x[] 0"
	scanDim       = "x[n,k] 1; x[n,k] 0; x[n,k,m] 1; x[n,k,m] -1; x[] 0; x[n] 0"
)

var reductionSamples = map[string]spec{
	"index_reduce":       {calls: "x[4,k] 0 i[3]%4 x[3,k] \"prod\"; x[4,k] 0 g[3]%4 x[3,k] \"mean\"; x[n,4] 1 g[3]%4 x[n,3] \"amax\"; x[4] 0 g[2]%4 x[2] \"amin\"", dtypes: "fs"},
	"_weight_norm":       {calls: "x[N,K] p[N,1]; x[N,K,M] p[1,K,1] 1", dtypes: "fs"},
	"norm_except_dim":    {calls: "x[N,K]; x[N,K,M] 2 1; x[N,K] 2 -1", dtypes: "fs"},
	"frobenius_norm.dim": {calls: "x[N,K] (0,1); x[N,K] (1,) true", dtypes: "fcs"},
	"nuclear_norm":       {calls: "m[3,3]; m[3,3] true", dtypes: "fs"}, "nuclear_norm.dim": {calls: "m[2,3,3] (1,2)", dtypes: "fs"},
	"native_dropout": {calls: "x[n,k] 0.3 true; x[n,k] 0.3 false; x[n] 1.0 true", dtypes: "fs", through: "-"},
	"range":          {calls: "1 4; 1 2.5 0.5; 4 0 -2", dtypes: "s"}, "empty_permuted": {calls: "(n,k,2) (2,0,1)", dtypes: "s", through: "-"},
	"nonzero_static":            {calls: "b[n,k] size=4; b[n] size=3 fill_value=0", dtypes: "b"},
	"hash_tensor":               {calls: "x[N,K]; x[n,K] 1; x[n,K,M] (1,2) keepdim=true", dtypes: "fsl", through: "-"},
	"histogram.bin_ct":          {calls: "x[n,k] 5; x[n] 4 range=(-1.0,1.0); x[n] 3 density=true; x[n] 3 weight=p[n]", dtypes: "fs", through: "-"},
	"histogram.bins_tensor":     {calls: "x[n] x/f[4]", dtypes: "f", through: "-"},
	"_is_all_true _is_any_true": {calls: "b[n,k]; b[]", dtypes: "b"},
	"sum mean":                  {calls: "x[n,k]; x[]; x[n,k,m] dtype=float64", dtypes: "fcsv"},
	"prod":                      {calls: "x[n,k]; x[]; x[n,k,m] dtype=float64", dtypes: "fcslv"},
	"sum.dim_IntList":           {calls: reductionDims + "; x[n,k] (1) dtype=float64", dtypes: "fcslv"},
	"mean.dim":                  {calls: reductionDims + "; x[n,k] (1) dtype=float64", dtypes: "fcsv"},
	"nansum nanmean":            {calls: "x[n,k]; x[n,k] (1); x[n,k] (0) true; x[n,k,m] (0,2); x[]; x[n,k] (1) dtype=float64", dtypes: "fs"},
	"prod.dim_int":              {calls: reductionDim + "; x[n,k] 1 dtype=float64", dtypes: "fcsl"},
	"var.correction std.correction var_mean.correction std_mean.correction": {calls: "x[n,k]; x[n,K] (1); x[N+1,k] (0) correction=0; x[N,K,M] (0,2) correction=2 keepdim=true; x[N,K] (1) correction=1.5", dtypes: "fcsv"},
	"var std var_mean std_mean":                 {calls: "x[n,k]; x[n,k] false; x[N,K,M]", dtypes: "fcs"},
	"var.dim std.dim var_mean.dim std_mean.dim": {calls: "x[n,K] (1); x[N+1,k] (0) false; x[N,K,M] (0,2) true true", dtypes: "fcs"},
	"max min":                              {calls: "x[N,K]; x[]; x[N,K,M]", dtypes: "fslb"},
	"max.dim min.dim":                      {calls: nonemptyDim, dtypes: "fslb"},
	"value_selecting_reduction_backward":   {calls: "x[n] 1 i[n]%k (n,K) false; x[n,1] 1 i[n,1]%k (n,K) true; x[] 0 i[]%1 () false", dtypes: "fs"},
	"amax amin":                            {calls: nonemptyDims, dtypes: "fslb"},
	"aminmax":                              {calls: "x[N,K]; x[N,K] dim=1; x[N,k] dim=0 keepdim=true; x[]", dtypes: "fsl"},
	"argmax argmin":                        {calls: "x[N,K]; x[n,K] 1; x[N,k] 0 true; x[]; x[N,K] none true", dtypes: "fsl"},
	"all any":                              {calls: "x[n,k]; b[n,k]; x[]; b[]", dtypes: "fcslbu"},
	"all.dim any.dim":                      {calls: "b[n,k] 1; x[n,k] 0 true; b[] 0", dtypes: "fslu"},
	"all.dims any.dims":                    {calls: "b[n,k] (1); x[n,k] () true; x[n,k] (0) true; b[n,k,m] (0,2); b[n,k] none", dtypes: "fslu"},
	"cumsum cumprod":                       {calls: scanDim + "; x[n,k] 1 dtype=float64", dtypes: "fcslv"},
	"logcumsumexp":                         {calls: scanDim, dtypes: "fcs"},
	"cummax cummin":                        {calls: scanDim, dtypes: "fsl"},
	"logsumexp":                            {calls: "x[n,K] (1); x[N,k] (0) true; x[N,K,M] (0,2); x[] (0); x[n,k] (1)", dtypes: "fsv"},
	"count_nonzero.dim_IntList":            {calls: "x[n,k] (1); b[n,k] (0,1); x[n,k,m] (0,2)", dtypes: "fcsl"},
	"count_nonzero":                        {calls: "x[n,k]; b[n,k] 0; x[n,k] 1; x[]", dtypes: "fcsl"},
	"diff":                                 {calls: "x[n,k]; x[n,k] 2; x[n,k] 1 0; x[n,k] 1 -1 x[n,1] x[n,2]; x[n] 1 0 x[3]", dtypes: "fcsl"},
	"trapezoid.x cumulative_trapezoid.x":   {calls: "x[n,K] x[n,K]; x[n,K] x[K]; x[N,k] x[N,k] dim=0", dtypes: "fs"},
	"trapezoid.dx cumulative_trapezoid.dx": {calls: "x[n,K]; x[n,K] dx=0.5; x[N,k] dim=0", dtypes: "fs"},
	"gradient.scalarint":                   {calls: "x[4,n+3]; x[5] spacing=0.5; x[4,n] dim=0; x[6] edge_order=2", dtypes: "fs"},
	"gradient.scalararray":                 {calls: "x[4,n+3] spacing=0.5 dim=(0,1); x[4,n] spacing=2 dim=(0,) edge_order=2", dtypes: "fs"},
	"gradient.array":                       {calls: "x[4,n+3] dim=(1,0); x[4,n] dim=(0,) edge_order=2", dtypes: "fs"},
	"gradient.scalarrayint":                {calls: "x[4,n+3] spacing=(0.5,2.0); x[4,n] spacing=(2.0,) dim=0 edge_order=2", dtypes: "fs"},
	"gradient.scalarrayarray":              {calls: "x[4,n+3] spacing=(0.5,2.0) dim=(1,0)", dtypes: "fs"},
	"gradient.tensorarrayint":              {calls: "x[4] spacing={x/f[4]!}; x[4] spacing={x/f[4]!} edge_order=2", dtypes: "fs"},
	"gradient.tensorarray":                 {calls: "x[4,n] spacing={x/f[4]!} dim=(0,)", dtypes: "fs"},
	"bincount":                             {calls: "i[n]%4; i[n]%5 x[n]!; i[n]%3 none 7", dtypes: "fs", through: "-"},
	"histc":                                {calls: "x[N,K] 5; x[N] 4 -1 1; x[n] 3 0 1", dtypes: "fs"},
}

const sortDim = "x[n,k]; x[n,k] 0; x[n,k] 1 true; x[n,k,m] 1; x[] 0"

var sortSamples = map[string]spec{
	"sort argsort":                       {calls: sortDim, dtypes: "fslb"},
	"sort.stable argsort.stable":         {calls: "x[n,k] stable=true; x[n,k] stable=true dim=0 descending=true; x[n,k,m] stable=false dim=1; x[] stable=true", dtypes: "fsl"},
	"msort":                              {calls: "x[n,k]; x[n,k,m]; x[n]", dtypes: "fsl"},
	"topk":                               {calls: "x[n,k+2] 2; x[n+1,k] 1 0; x[n,k+1,m] 1 1 false; x[n,K] K -1 true true; x[] 1", dtypes: "fsl"},
	"kthvalue":                           {calls: "x[n,K+1] 2; x[N,k] 1 0 true; x[n,K,m] 1 1; x[] 1", dtypes: "fsl"},
	"median nanmedian":                   {calls: "x[N,K]; x[]; x[N,K,M]", dtypes: "fsl"},
	"median.dim nanmedian.dim mode":      {calls: nonemptyDim, dtypes: "fsl"},
	"quantile nanquantile":               {calls: `x[N,K] p[2] 1; x[N,K] p[3]; x[N,K] p[] 0 true; x[N,K] p[2]! 0 interpolation="nearest"; x[N,K] p[2] 1 interpolation="midpoint"`, dtypes: "fs"},
	"quantile.scalar nanquantile.scalar": {calls: `x[N,K] 0.3 1; x[N,K] 0.77; x[N,K] 0.35 0 true; x[N,K] 0.4 0 interpolation="lower"; x[N,K] 0.4 1 interpolation="higher"`, dtypes: "fs"},
	"_unique2":                           {calls: "i[n,k]%3; i[n]%4 true true; i[n]%2 true true true; x[n]!", dtypes: "fsl"},
	"unique_dim":                         {calls: "i[N,K]%2 0; i[N,K]%2 1 true true true", dtypes: "l"},
	"unique_consecutive":                 {calls: "i[n]%2; i[n]%2 true true; i[N,K]%2 true true 0", dtypes: "l"},
	"searchsorted.Tensor":                {calls: `x[5] x[n,k]; x[n,5] x[n,k]; x[5] x[n] right=true; x[5] x[n] side="left" out_int32=true; x[5] x[]`, dtypes: "fsl"},
	"searchsorted.Scalar":                {calls: "x[5] 0.3; x[5] 2 right=true", dtypes: "fsl"},
	"bucketize.Tensor":                   {calls: "x[n,k] x[5]; x[] x[5] right=true; x[n] x[5] out_int32=true", dtypes: "fsl"},
	"bucketize.Scalar":                   {calls: "0.3 x[5]; 2 x[5] right=true", dtypes: "fsl"},
	"isin.Tensor_Tensor":                 {calls: "i[n,k]%5 i[m]%5; i[n]%5 i[m,k]%5 invert=true; x[n] x[m]", dtypes: "sl"},
	"isin.Tensor_Scalar":                 {calls: "i[n,k]%5 2; i[n]%5 1 invert=true", dtypes: "l"},
	"isin.Scalar_Tensor":                 {calls: "2 i[n,k]%5; 1 i[n]%5 invert=true", dtypes: "l"},
	"combinations":                       {calls: "x[n]; x[n] 3; x[n] 2 true", dtypes: "fs"},
	"cartesian_prod":                     {calls: "{x[n] x[k]}; {x[n]}; {x[n] x[k] x[m]}", dtypes: "fs"},
	"meshgrid":                           {calls: "{x[n] x[k]}; {x[n] x[k] x[m]}; {x[n] x[]}", dtypes: "fs"},
	"meshgrid.indexing":                  {calls: `{x[n] x[k]} indexing="ij"; {x[n] x[k] x[m]} indexing="xy"`, dtypes: "fs"},
	"block_diag":                         {calls: "{x[n,k] x[m,a]}; {x[n] x[k,m] x[]}", dtypes: "fcs"},
}
