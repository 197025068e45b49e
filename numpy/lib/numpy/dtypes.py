"""Names of the classes of element types; magneto's numpy has one class for all."""
import numpy as np

BoolDType = Int8DType = Int16DType = Int32DType = Int64DType = UInt8DType = UInt16DType = UInt32DType = UInt64DType = np.dtype
Float16DType = Float32DType = Float64DType = Complex64DType = Complex128DType = ObjectDType = StrDType = BytesDType = np.dtype
