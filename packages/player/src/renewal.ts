/** An answer is not repeated more often, however soon it ends. */
const SHORTEST_ANSWER_MS = 60_000;

/**
 * When to repeat a play call: in good time before its addresses end, not all viewers at once.
 * `undefined` where the clock of the device says nothing sensible; an address that ended is
 * repeated at its refusal.
 */
export function renewalOf(
  { expires_at }: { readonly expires_at?: string },
  now: number,
): number | undefined {
  const left = Date.parse(expires_at ?? '') - now;
  if (!(left > 0)) return undefined;
  return now + Math.max(SHORTEST_ANSWER_MS, left * (0.85 + Math.random() / 10));
}
