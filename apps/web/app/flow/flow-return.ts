import { safeReturn } from '@bonisa/domain/safe-return';

/** The path to return to after the flow: of the own site, and none of the flow itself. */
export function flowReturn(wanted: string | null | undefined): string {
  const path = safeReturn(wanted);
  return /^\/(enter-number\/*([?#]|$)|subscribe\/)/i.test(path) ? '/' : path;
}
