// Names that no package may have: its name becomes a namespace inside fftgen, the beginning of C functions, files and a target of
// CMake.

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

/** Macros of C's headers, which whoever includes ours may include too. */
const MACRO = new RegExp(
  [
    "EOF|BUFSIZ|NAN|INFINITY|TRUE|FALSE|FILENAME_MAX|CLOCKS_PER_SEC|HUGE_VAL[FL]?|(?:EXIT|SEEK|FP|MATH)_[A-Z_]+|M_[A-Z0-9_]+",
    "(?:U?(?:CHAR|SHRT|INT|LONG|LLONG)|SCHAR|CHAR|FLT|DBL|LDBL|U?INT(?:_LEAST|_FAST)?\\d+|U?INTMAX|U?INTPTR|PTRDIFF|SIZE|RAND|WCHAR)_[A-Z0-9_]+",
    "E[A-Z]{3,}[A-Z0-9]*|SIG[A-Z0-9]{3,}",
  ].join("|"),
);

/** Targets that CMake makes, or keeps for itself. */
const CMAKE_TARGETS: ReadonlySet<string> = new Set(
  "all ALL_BUILD clean help install INSTALL test RUN_TESTS package PACKAGE package_source edit_cache rebuild_cache ZERO_CHECK depend preinstall".split(
    " ",
  ),
);

/** Files of these names are devices on Windows, whatever stands behind a dot. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** What else has this name; undefined if a package may have it. */
export function nameOwner(name: string): string | undefined {
  if (TAKEN_NAMES.has(name)) return "C++ or the code around it";
  if (new RegExp(`^(?:${MACRO.source})$`).test(name)) return "a macro of C's headers";
  if (CMAKE_TARGETS.has(name)) return "a target of CMake's own";
  return WINDOWS_DEVICE.test(name) ? "a device on Windows" : undefined;
}
