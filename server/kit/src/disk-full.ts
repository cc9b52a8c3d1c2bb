/**
 * Whether an error or one of its causes says that the disk is full: an error of the system, the
 * database or FFmpeg.
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
