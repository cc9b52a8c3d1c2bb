/**
 * The address at which a visitor enters their number; the flow returns to `returnTo` (a path of
 * this site).
 */
export function signInAddress(returnTo: string): string {
  return `/enter-number?return=${encodeURIComponent(returnTo)}`;
}
