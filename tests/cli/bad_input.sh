#!/bin/sh
# Input that cannot be used: one clear message on stderr, nothing on stdout, exit status 2.
# bad_input.sh TILESTEP SOURCE_ROOT
set -u
tilestep=$1
tiled=$2/kernels/02_tiled.cu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL $*"
    sed 's/^/    /; s/^\(.\{300\}\).*/\1/' "$work/err"
    failures=$((failures + 1))
}

# refuse WORD ARGUMENT...: the message holds the word, whatever its case.
refuse() {
    word=$1
    shift
    "$tilestep" "$@" >"$work/out" 2>"$work/err"
    status=$?
    [ $status -eq 2 ] || fail "status $status, not 2: $*"
    [ ! -s "$work/out" ] || fail "something on stdout: $*"
    [ "$(grep -cE '^tilestep: |error: ' "$work/err")" -eq 1 ] || fail "not one message: $*"
    grep -qi -e "$word" "$work/err" || fail "no word of '$word': $*"
}

: >"$work/empty.cu"
mkdir "$work/folder.cu"
head -c 20000 /dev/urandom >"$work/noise.cu"
{ printf '\377\376' && sed 's/./&\x00/g; s/$/\x00/' "$tiled"; } >"$work/wide.cu"
printf 'int main() { return 0; }\n' >"$work/nokernel.cu"

for command in run trace; do
    refuse 'no such file' $command "$work/missing.cu"
    refuse 'empty\|kernel' $command "$work/empty.cu"
    refuse 'directory' $command "$work/folder.cu"
    refuse 'kernel' $command "$work/nokernel.cu"
    refuse 'UTF-16' $command "$work/wide.cu"
    refuse '.' $command "$work/noise.cu"
done
refuse 'no such file' compare "$tiled" "$work/missing.cu"
refuse 'no such file' compare "$work/missing.cu" "$tiled"

for size in 0 -1 2147483648 99999999999999999999 1.5 four ''; do
    refuse '.' run "$tiled" --set "j=$size"
done
refuse '1024\|1089' run "$tiled" -D TILE_WIDTH=33
refuse 'width' run "$tiled" --set width=4
refuse 'k' run "$tiled" --arg k=four
refuse '.' run "$tiled" --arg M=4
refuse 'nobody' run "$tiled" --arg nobody=4
refuse '.' run "$tiled" --arg M=@"$work/missing.bin"
refuse 'kernel' run "$tiled" --kernel naive
refuse '.' run "$tiled" --block 0,1
refuse '.' run "$tiled" --block 33,32
refuse '.' run "$tiled" --block two
refuse '.' run "$tiled" --grid 1,70000
refuse '.' run "$tiled" --shared 1000000000
refuse '.' run "$tiled" --shared -1
refuse '.' run "$tiled" --shape M=4
refuse '.' run "$tiled" --order sideways
refuse '.' run "$tiled" --fmad perhaps
refuse '.' run "$tiled" --without barrier:1
refuse '.' run "$tiled" --without tea
refuse '.' run "$tiled" --max-steps 0
refuse 'P' run "$tiled" --dump Q="$work/q"
refuse 'P' run "$tiled" --dump P="$work/no/such/folder"

# What is read is not written over, whatever it is called.
cp "$tiled" "$work/read.cu" && cp "$tiled" "$work/beside.cu" && ln "$work/read.cu" "$work/linked"
ln -s read.cu "$work/named.png" && head -c 64 /dev/zero >"$work/M.bin"
refuse 'files that are read' run "$work/read.cu" --dump P="$work/read.cu"
refuse 'files that are read' run "$work/read.cu" --dump P="$work/linked"
refuse 'files that are read' run "$work/read.cu" --arg M=@"$work/M.bin" --dump P="$work/M.bin"
refuse 'files that are read' render "$work/read.cu" --at 3 -o "$work/named.png"
refuse 'files that are read' render "$work/read.cu" --compare "$work/beside.cu" -o "$work/beside.cu"
refuse 'files that are read' grade "$work/read.cu" --lesson memory_wall --results "$work/read.cu"
cmp "$tiled" "$work/read.cu" && cmp "$tiled" "$work/beside.cu" || fail 'a file that was read has changed'

refuse "mean 'run'" rnu "$tiled"
refuse 'mean --json' run --jsno "$tiled"
refuse 'unknown option -x' run -x "$tiled"
refuse 'missing' run
refuse 'too much' run "$tiled" "$tiled"
refuse 'missing' compare "$tiled"
refuse 'NAME=VALUE' run "$tiled" --set j
refuse 'takes no option' trace --json "$tiled"
refuse 'takes no value' run --json=yes "$tiled"
refuse 'wants' run "$tiled" --set
refuse 'en or zh' run "$tiled" --lang fr
refuse 'threads' occupancy --shared 0 --registers 32
refuse 'at most 255 registers' occupancy --threads 256 --shared 0 --registers 256
refuse 'at most 63 registers' occupancy --threads 256 --shared 0 --registers 64 --device 'GTX 480'
refuse 'no device' occupancy --threads 256 --shared 0 --registers 32 --device Voodoo
for device in x 00 Tesl ''; do
    refuse 'known: .*H200' run "$tiled" --device "$device"
    refuse 'known: .*H200' occupancy --threads 256 --shared 0 --registers 32 --device "$device"
done
refuse 'no lesson' lessons nowhere
refuse 'no lesson' lessons --handout nowhere
refuse 'no scene' scenes nowhere
refuse 'no such file' scenes ./nowhere.yaml

# chinese ARGUMENT...: every message, each with its remedy, is in Chinese.
chinese() {
    "$tilestep" "$@" --lang zh >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] || fail "status not 2 in Chinese: $*"
    grep -vE '^    ( *[\^~]+$|\t| {4}|__global__)' "$work/err" >"$work/said"
    LC_ALL=C grep -qv "$(printf '[\344-\351]')" "$work/said" && fail "not all in Chinese: $*"
    :
}

printf '__global__ void k(float *a) {\n    \ta[threadIdx.x] = b;\n}\nint main() { }\n' >"$work/undeclared.cu"
printf '#include <mma.h>\n__global__ void k(float *a) {\n    \tgoto x;\n}\n' >"$work/refused.cu"
chinese run "$work/missing.cu"
chinese run "$work/folder.cu"
chinese run "$work/nokernel.cu"
chinese run "$work/undeclared.cu"
chinese run "$work/refused.cu"
chinese run "$tiled" -D TILE_WIDTH=33
chinese lessons --handout memory_wall --check
chinese lessons --notes
chinese run "$tiled" --set j=-1
chinese run "$tiled" --set width=4
chinese run "$tiled" --block 0,1
chinese run "$tiled" --order sideways
chinese run "$tiled" --without tea
chinese run "$tiled" --max-steps 0
chinese rnu "$tiled"
chinese run --jsno "$tiled"
chinese run
chinese render "$tiled" --at four -o "$work/a.png"
chinese occupancy --threads no --shared 0 --registers 3
chinese occupancy --threads 256 --shared 0 --registers 256

chinese run "$work/read.cu" --dump P="$work/read.cu"
chinese run "$tiled" --arg M=four
chinese run "$tiled" --arg nobody=4
chinese run "$tiled" --set TILE_WIDTH=4
chinese render "$tiled" -o "$work/no/such/a.png"
chinese render "$tiled" --from 0 --to 3 -o "$work/no/such/a.gif"

# words WORDS MESSAGE ARGUMENT...: the message has them as they were written, and nobody looks into
# them for messages of the program's own.
words() {
    given=$1
    message=$2
    shift 2
    "$tilestep" "$@" --lang zh >"$work/out" 2>"$work/err"
    grep -qF -e "$given" "$work/err" || fail "other words than '$given': $*"
    grep -qF -e "$message" "$work/err" || fail "not '$message': $*"
}

words '--arg M=x: y：' '不能填充' run "$tiled" --arg 'M=x: y'
words '--set j=a: Permission denied：' '需要一个数' run "$tiled" --set 'j=a: Permission denied'
words '--order more than 3 hours：' '没有这种顺序' run "$tiled" --order 'more than 3 hours'
words "--fmad cannot write 'a': it is a directory：" '只能是' \
    run "$tiled" --fmad "cannot write 'a': it is a directory"
words "'blocks'" '没有核函数' run "$tiled" --kernel blocks
words "'memory_wal'" "是不是 'memory_wall'" memory_wal
words "'the end'" '没有命令、课程或场景' 'the end'

# A text nearly as long as the system takes one is no work.
long=$(head -c 100000 /dev/zero | tr '\0' ':')
"$tilestep" run "$tiled" --lang zh --arg "M=$long" >"$work/out" 2>"$work/err"
[ "$(head -1 "$work/err")" = "tilestep: 错误: --arg M=$long：M 是缓冲区，这不能填充它" ] ||
    fail "a text of 100 KB"

[ "$failures" -eq 0 ] && echo "all refused"
