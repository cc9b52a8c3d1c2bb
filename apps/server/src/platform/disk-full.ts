/**
 * Whether an error, or what caused it, says that there is no space left: the system's own, the
 * database's, or FFmpeg's.
 */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as Error & { code?: unknown };
    if (
      code === 'ENOSPC' ||
      code === 'EDQUOT' ||
      code === '53100' ||
      /no space left on device/i.test(cause.message)
    )
      return true;
  }
  return false;
}
