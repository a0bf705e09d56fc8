# Completion of fftgen for bash: `source <(fftgen completion bash)` in ~/.bashrc.
_fftgen() {
  local -a lines
  local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  lines=($("$1" completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)) || return
  COMPREPLY=("${lines[@]:1}")
  # Of `--out=DIR` bash takes what stands behind `=` for a word, unless COMP_WORDBREAKS lacks it.
  local -a behind=()
  [[ $word == --*=* ]] && behind=(-P "${word%%=*}=" -- "${word#*=}")
  case ${lines[0]} in
    files) ((${#behind[@]})) && COMPREPLY+=($(compgen -f "${behind[@]}")) || compopt -o default ;;
    directories) ((${#behind[@]})) && COMPREPLY+=($(compgen -d "${behind[@]}")) || compopt -o dirnames ;;
  esac
}
complete -F _fftgen fftgen
