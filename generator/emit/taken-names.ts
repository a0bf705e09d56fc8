// Names that no package may have: its name becomes a namespace inside fftgen and the beginning of C functions.

const CPP_KEYWORDS =
  "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept const " +
  "consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast " +
  "else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq " +
  "nullptr operator or or_eq private protected public register reinterpret_cast requires return short signed sizeof static " +
  "static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned " +
  "using virtual void volatile wchar_t while xor xor_eq";

/** What the generated text itself uses at the same or an outer scope. */
const USED =
  "std fftgen verify load load_streaming load_table store store_streaming dynamic_shared multiply multiply_near_one square scale " +
  "fast_root blocks_per_sm size_t float2 double2 dim3 cudaError_t cudaStream_t NULL errno main";

export const TAKEN_NAMES: ReadonlySet<string> = new Set([...CPP_KEYWORDS.split(" "), ...USED.split(" ")]);
