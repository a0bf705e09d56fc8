# Completion of fftgen for fish: `fftgen completion fish > ~/.config/fish/completions/fftgen.fish`.
function __fftgen_complete
    set -l words (commandline -opc)
    set -l lines ($words[1] completion fish -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $lines) -gt 1
        printf '%s\n' $lines[2..-1]
    end
    switch "$lines[1]"
        case files
            __fish_complete_path (commandline -ct)
        case directories
            __fish_complete_directories (commandline -ct) ''
    end
end
complete -c fftgen -f -a '(__fftgen_complete)'
