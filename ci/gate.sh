#!/bin/sh
# Checks a repository in a build server, and keeps what it found: ci/README.md.
#
# Settings are variables: YOGI_FILES (files or flags of "yogi check"; default: what yogi.toml says),
# YOGI_FAIL_ON (failure or unknown; default: failure, and a run that decides nothing at all), YOGI_SINCE (a revision:
# only what changed since then fails the build), YOGI_TIMEOUT (of a function; default: what yogi.toml says, else 60s),
# YOGI_OUT (folder of the reports), YOGI (the program), YOGI_CAPTURE (the command of a build, which says how files are
# compiled; default: none is run).
set -u
yogi=${YOGI:-yogi}
out=${YOGI_OUT:-yogi-report}
mkdir -p "$out" || exit 2
# What an earlier run left is not this one's: a run that ends before it writes leaves nothing to be shown.
rm -rf "$out/evidence" "$out/yogi.sarif" "$out/junit.xml" "$out/code-quality.json" "$out/yogi.txt" "$out/doctor.txt" "$out/build.txt" || exit 2

# "yogi doctor" ends with 1 where verdicts would be lost; a gate that asks nothing is none.
"$yogi" doctor > "$out/doctor.txt" || { cat "$out/doctor.txt"; echo "gate: a program that yogi needs is missing" >&2; exit 2; }

# The build is run from a clean tree: only what it compiles is noted.
if [ -n "${YOGI_CAPTURE:-}" ]; then
	"$yogi" capture -- sh -c "$YOGI_CAPTURE" > "$out/build.txt" 2>&1 || {
		cat "$out/build.txt"
		echo "gate: the build failed, or compiled nothing: $YOGI_CAPTURE" >&2
		exit 2
	}
	# What was compiled is checked, unless somebody said what is.
	[ -n "${YOGI_FILES:-}" ] || [ -f yogi.toml ] || YOGI_FILES=.
fi

set -- --out "$out/evidence" --sarif "$out/yogi.sarif" \
	--junit "$out/junit.xml" --code-quality "$out/code-quality.json" "$@"
# A limit that the project has set is not put aside by the default of this script.
if [ -n "${YOGI_TIMEOUT:-}" ] || ! grep -q '^[^#]*timeout' yogi.toml 2> /dev/null; then
	set -- --timeout "${YOGI_TIMEOUT:-60s}" "$@"
fi
if [ -n "${YOGI_SINCE:-}" ]; then
	git rev-parse --quiet --verify "$YOGI_SINCE^{commit}" > /dev/null ||
		{ echo "gate: there is no revision $YOGI_SINCE here; a shallow clone lacks it (git fetch --unshallow)" >&2; exit 2; }
	case " ${YOGI_FILES:-} " in *" -- "*)
		echo "gate: YOGI_SINCE compares files of two versions, and YOGI_FILES runs a build: name the program's files, or leave YOGI_SINCE out" >&2
		exit 2 ;;
	esac
	# An unknown that was unknown before is no news: here the exit status is about what the change did.
	set -- --since "$YOGI_SINCE" --skip-unchanged "$@"
else
	set -- --fail-on "${YOGI_FAIL_ON:-failure}" "$@"
fi
# Words of YOGI_FILES are files and flags.
# shellcheck disable=SC2086
"$yogi" check "$@" ${YOGI_FILES:-} > "$out/yogi.txt"
status=$?
cat "$out/yogi.txt"
[ $status -eq 0 ] || exit $status

# Whoever reads that a gate passed takes it that what was asked holds: what passed undecided is said.
if [ -n "${YOGI_SINCE:-}" ]; then
	undecided=$(sed '/^ /d; /^removed /d; s/^[a-z ]*  //; s/^.* -> //' "$out/yogi.txt" | grep -c '^UNKNOWN(')
	[ "$undecided" -eq 0 ] ||
		echo "gate: NOT DECIDED: $undecided, and no proof was lost; what is broken there passes (a run with YOGI_FAIL_ON=unknown and without YOGI_SINCE fails)" >&2
	exit 0
fi
# Behind a table of several checks is the verdict on all, which is none of them.
end='' && grep -q '^verdict  ' "$out/yogi.txt" && end=' '
undecided=$(grep -c "^UNKNOWN([^ ]*)$end" "$out/yogi.txt")
decided=$(grep -c "^\(TRUE\|FALSE([^ ]*)\)$end" "$out/yogi.txt")
[ "$undecided" -gt 0 ] || exit 0
if [ "$decided" -eq 0 ] && [ -z "${YOGI_FAIL_ON:-}" ]; then
	echo "gate: NOTHING WAS DECIDED, so that nothing is guarded (checks: $undecided); YOGI_FAIL_ON=failure lets this pass" >&2
	exit 3
fi
echo "gate: NOT DECIDED: $undecided, decided: $decided; what is broken there passes (YOGI_FAIL_ON=unknown fails)" >&2
exit 0
