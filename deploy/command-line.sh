# shellcheck shell=sh
# Read by the programs of this folder: `command_line FEWEST MOST "$@"`. With --help it prints the
# comment at the head of the program. Anything else that is no argument is refused by its name, with
# exit code 2, before the program has done anything.
command_line() {
  fewest=$1 most=$2
  shift 2
  for argument in "$@"; do
    case $argument in
      -h | --help)
        sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
      -*) refused_arguments "Unknown option '$argument'" ;;
    esac
  done
  [ $# -ge "$fewest" ] || refused_arguments "needs $fewest arguments, and has $#"
  [ $# -le "$most" ] || refused_arguments "takes $most arguments, and has $#"
}

refused_arguments() {
  echo "${0##*/}: $1; --help says more" >&2
  exit "${REFUSED:-2}"
}
