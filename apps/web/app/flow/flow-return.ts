import { safeReturn } from '@bonisa/domain/safe-return';

/** The path to return to after the flow: of the own site, and none of the flow itself. */
export function flowReturn(wanted: string | null | undefined): string {
  const path = safeReturn(wanted);
  return /^\/(enter-number\/*([?#]|$)|subscribe\/)/i.test(path) ? '/' : path;
}

/**
 * The same page without playback: whoever comes back to it did not ask for a film, which costs
 * data.
 */
export function withoutPlay(path: string): string {
  return path.replace(/([?&])play=1(&|$)/, (_, before: string, after: string) =>
    after ? before : '',
  );
}
