# Completion of fftgen for bash: `source <(fftgen completion bash)` in ~/.bashrc.
_fftgen() {
  local -a lines
  local IFS=$'\n'
  COMPREPLY=()
  lines=($("$1" completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)) || return
  COMPREPLY=("${lines[@]:1}")
  case ${lines[0]} in
    files) compopt -o default ;;
    directories) compopt -o dirnames ;;
  esac
}
complete -F _fftgen fftgen
