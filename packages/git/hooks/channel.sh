# Passes what git tells a hook to the service and waits for its answer. git was started with two extra pipes, which it
# hands down: 3 goes to the service, 4 comes from it. When the service is gone the push is refused.
# Out: fields that end with NUL, the lines of standard input, one NUL. In: "m text" lines for the person, then "ok" or "no".
{
  printf '%s\0' "$phase" "${GIT_QUARANTINE_PATH-}" "${GIT_OBJECT_DIRECTORY-}" "${GIT_ALTERNATE_OBJECT_DIRECTORIES-}" "${GIT_PUSH_OPTION_COUNT-0}"
  i=0
  while [ "$i" -lt "${GIT_PUSH_OPTION_COUNT-0}" ]; do
    eval "option=\${GIT_PUSH_OPTION_$i-}"
    printf '%s\0' "$option"
    i=$((i + 1))
  done
  # The shell reads them itself: another process would cost more than all of this. Of very many it would read each byte alone.
  n=0
  while [ "$n" -lt 100 ] && IFS= read -r line; do
    printf '%s\n' "$line"
    n=$((n + 1))
  done
  if [ "$n" -eq 100 ]; then cat; fi
  printf '\0'
} >&3

while IFS= read -r line <&4; do
  case $line in
    'm '*) printf '%s\n' "${line#m }" >&2 ;;
    ok) exit 0 ;;
    no) exit 1 ;;
  esac
done
echo 'The server stopped answering. Please push again.' >&2
exit 1
