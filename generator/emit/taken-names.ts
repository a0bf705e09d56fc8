// Names that no package may have: its name becomes a namespace inside fftgen, the prefix of C functions, files and a CMake
// target.

const CPP_KEYWORDS =
  "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept const " +
  "consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast " +
  "else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq " +
  "nullptr operator or or_eq private protected public register reinterpret_cast requires return short signed sizeof static " +
  "static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned " +
  "using virtual void volatile wchar_t while xor xor_eq";

/** Names that the generated text uses at the same or an outer scope. */
const USED =
  "std fftgen verify load load_streaming load_table store store_streaming dynamic_shared multiply multiply_near_one square scale " +
  "fast_root blocks_per_sm size_t dim3 half half2 threadIdx blockIdx blockDim gridDim warpSize main";

const TAKEN_NAMES: ReadonlySet<string> = new Set([...CPP_KEYWORDS.split(" "), ...USED.split(" ")]);

/**
 * Macros of the headers of C, POSIX and CUDA, which a program may include as well, and GNU's without underscores: those that are
 * replaced anywhere in a text. Capitals with an underscore count as a macro in general.
 */
const MACRO = new RegExp(
  [
    "[A-Z][A-Z0-9]*_[A-Z0-9_]*|M_[A-Z0-9_]+(?:[fl]|f\\d+x?)|HUGE_VAL[fl]|NV_HAS_FEATURE_\\w+",
    "(?:PRI|SCN)[A-Za-z]\\w*|[LP]_(?:ctermid|cuserid|tmpdir|tmpnam)|[AP]F_DECnet|B\\d+|E[A-Z]{3,}[A-Z0-9]*|SIG[A-Z0-9]{3,}",
    "(?:ifa|ifc|ifr|s6|sa|si|sigev|st)_\\w+|cu(?:da)?[A-Z]\\w*",
  ].join("|"),
);

/** Macros of other forms; those of POSIX are mostly for terminals. */
const MACRO_WORDS: ReadonlySet<string> = new Set(
  (
    "basename d_fileno errno h_addr h_errno linux math_errhandling msg_cbytes sched_priority stderr stdin stdout " +
    "unix hpux i386 m68k mips pdp11 pixel sgi sparc sun vax" +
    " " +
    "EOF BUFSIZ NAN INFINITY TRUE FALSE ACCESSPERMS ACCOUNTING ALLPERMS AREGTYPE BLKTYPE BRKINT BS0 BS1 BSDLY " +
    "CBAUD CBAUDEX CBRK CDISCARD CDSUSP CEOF CEOL CEOT CERASE CFLUSH CHRTYPE CIBAUD CINTR CKILL CLNEXT CLOCAL " +
    "CMIN CMSPAR CODESET CONTTYPE CQUIT CR0 CR1 CR2 CR3 CRDLY CREAD CREPRINT CRNCYSTR CRPRNT CRTSCTS CS5 CS6 CS7 " +
    "CS8 CSIGNAL CSIZE CSTART CSTATUS CSTOP CSTOPB CSUSP CTIME CUDAAPI CUDARTAPI CWERASE DEFFILEMODE DIRTYPE " +
    "E2BIG EIO EL2HLT EL2NSYNC EL3HLT EL3RST ERA FAPPEND FASYNC FF0 FF1 FFDLY FFSYNC FIFOTYPE FIOGETOWN FIOSETOWN " +
    "FLUSHO FNDELAY FNONBLOCK GETALL GETNCNT GETPID GETVAL GETZCNT GROUPING HUPCL I ICANON ICRNL IEXTEN " +
    "IFHWADDRLEN IFNAMSIZ IGNBRK IGNCR IGNPAR IMAXBEL INLCR INPCK ISIG ISTRIP IUCLC IUTF8 IXANY IXOFF IXON " +
    "LNKTYPE MAGIC MAXFLOAT MAXNAMLEN MINSIGSTKSZ NCCS NFDBITS NGREG NL0 NL1 NLDLY NOEXPR NOFLSH NOSTR NSIG NULL " +
    "NZERO OCRNL OFDEL OFILL OLCUC ONLCR ONLRET ONOCR OPOST PARENB PARMRK PARODD PENDIN POLLERR POLLHUP POLLIN " +
    "POLLMSG POLLNVAL POLLOUT POLLPRI POLLRDBAND POLLRDHUP POLLRDNORM POLLREMOVE POLLWRBAND POLLWRNORM RADIXCHAR " +
    "REGTYPE SETALL SETVAL SHMLBA SIGIO SIOCATMARK SIOCGPGRP SIOCSPGRP SNAN SNANF SNANF128 SNANF32 SNANF32X " +
    "SNANF64 SNANF64X SNANL SOMAXCONN SYMTYPE TAB0 TAB1 TAB2 TAB3 TABDLY TCIFLUSH TCIOFF TCIOFLUSH TCION TCOFLUSH " +
    "TCOOFF TCOON TCSADRAIN TCSAFLUSH TCSANOW TGEXEC TGREAD TGWRITE THOUSEP TMAGIC TMAGLEN TOEXEC TOREAD TOSTOP " +
    "TOWRITE TSGID TSUID TSVTX TUEXEC TUREAD TUWRITE TVERSION TVERSLEN VDISCARD VEOF VEOL VEOL2 VERASE VINTR " +
    "VKILL VLNEXT VMIN VQUIT VREPRINT VSTART VSTOP VSUSP VSWTC VT0 VT1 VTDLY VTIME VWERASE WCONTINUED WCOREFLAG " +
    "WEOF WEXITED WNOHANG WNOWAIT WSTOPPED WUNTRACED XCASE XTABS YESEXPR YESSTR"
  ).split(" "),
);

/** Prefixes that macros and enumerators of a bundle would share with others: MAP_SHARED, CUDA_VERSION, FFTW_FORWARD. */
const MACRO_PREFIXES: ReadonlySet<string> = new Set(
  "cuda cufft cufftw cublas curand nvrtc cub thrust cccl fftw map pthread_process resource_abi huge_val".split(" "),
);

/** Directories of headers of the system and of CUDA. */
const INCLUDE_FOLDERS: ReadonlySet<string> = new Set(
  "arpa asm bits cccl cooperative_groups crt cub cuda gnu linux net netinet nv nvtx3 rpc sys thrust".split(" "),
);

/** Targets that CMake makes or reserves. */
const CMAKE_TARGETS: ReadonlySet<string> = new Set(
  "all ALL_BUILD clean help install INSTALL test RUN_TESTS package PACKAGE package_source edit_cache rebuild_cache ZERO_CHECK depend preinstall".split(
    " ",
  ),
);

/** Files of these names are devices on Windows, with any extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** CUDA's names of functions and types, which the code around a transform uses. */
const OF_CUDA = /^(?:cuda[A-Z]\w*|(?:u?(?:char|short|int|long|longlong)|float|double)[1-4])$/;

/** The other owner of this word of C++; undefined if a namespace may have the name. */
export function wordOwner(word: string): string | undefined {
  if (TAKEN_NAMES.has(word) || OF_CUDA.test(word)) return "C++ or the code around it";
  return MACRO_WORDS.has(word) || new RegExp(`^(?:${MACRO.source})$`).test(word)
    ? "a macro of the headers of C, POSIX or CUDA"
    : undefined;
}

/** The other owner of this name; undefined if a package may have it. */
export function nameOwner(name: string): string | undefined {
  if (CMAKE_TARGETS.has(name)) return "a target of CMake's own";
  return wordOwner(name) ?? (WINDOWS_DEVICE.test(name) ? "a device on Windows" : undefined);
}

/** The other owner of names with this prefix, or of headers in a directory of this name; undefined if names may begin so. */
export function prefixOwner(stem: string): string | undefined {
  if (MACRO_PREFIXES.has(stem.toLowerCase()) || /^cudart(?:_|$)/i.test(stem)) return "macros of another library";
  return INCLUDE_FOLDERS.has(stem.toLowerCase()) ? "a directory of the system's headers" : wordOwner(stem);
}
