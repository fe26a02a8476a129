# Sourced by scripts/*: one line per step, everything else into a log.
ark_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ark_prefix=$ark_root/.prefix
ark_log=$ark_root/build/$(basename "$0").log

export CCACHE_SLOPPINESS=pch_defines,time_macros # what ccache needs for precompiled headers

# fail MESSAGE: the last words of a script.
fail() {
  printf '\n%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

if ! { mkdir -p "$ark_root/build" && : >"$ark_log"; } 2>/dev/null; then
  fail "cannot write to $ark_root/build, where everything is built: run it in a copy, cp -r $ark_root DIR," \
    "or build elsewhere by hand: cmake -S $ark_root -B DIR"
fi

# step TEXT COMMAND...: run it quietly; on failure show the end of its output.
step() {
  local text=$1 from started=$SECONDS
  shift
  printf '%s ...' "$text"
  printf '\n== %s: %s\n' "$text" "$*" >>"$ark_log"
  from=$(wc -c <"$ark_log")
  if "$@" >>"$ark_log" 2>&1 </dev/null; then
    printf ' %d s\n' $((SECONDS - started))
    return
  fi
  printf ' failed\n'
  tail -c +"$((from + 1))" "$ark_log" | tail -n 40 >&2
  fail "'$text' failed; its whole output is in ${ark_log#"$ark_root"/}"
}

# What scripts/setup put into the prefix, if it had to.
use_prefix() {
  if [[ -f $ark_prefix/env.sh ]]; then source "$ark_prefix/env.sh"; fi
}
