#compdef fftgen
# Completion of fftgen for zsh: `source <(fftgen completion zsh)` in ~/.zshrc, after compinit.
_fftgen() {
  local -a lines
  lines=("${(@f)$("${words[1]}" completion zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  local paths=${lines[1]}
  shift lines
  (( ${#lines} )) && _describe -t fftgen 'fftgen' lines
  # Of `--out=DIR` the path is what stands behind `=`.
  [[ $paths != none && ${words[CURRENT]} == --*=* ]] && compset -P '*='
  case $paths in
    files) _files ;;
    directories) _files -/ ;;
  esac
}
compdef _fftgen fftgen
