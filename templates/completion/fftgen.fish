# Completion of fftgen for fish: `fftgen completion fish > ~/.config/fish/completions/fftgen.fish`.
function __fftgen_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l lines ($words[1] completion fish -- $words[2..-1] $token 2>/dev/null)
    if test (count $lines) -gt 1
        printf '%s\n' $lines[2..-1]
    end
    # Of `--out=DIR` the path is what stands behind `=`.
    set -l option (string match -r -- '^--[^=]*=' $token)
    set -l written (string replace -r -- '^--[^=]*=' '' $token)
    set -l paths
    switch "$lines[1]"
        case files
            set paths (__fish_complete_path $written)
        case directories
            set paths (__fish_complete_directories $written '')
    end
    for path in $paths
        printf '%s\n' "$option$path"
    end
end
complete -c fftgen -f -a '(__fftgen_complete)'
