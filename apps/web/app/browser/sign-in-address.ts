/** Where a visitor gives their number, and comes back from to `returnTo` (a path of our own). */
export function signInAddress(returnTo: string): string {
  return `/enter-number?return=${encodeURIComponent(returnTo)}`;
}
