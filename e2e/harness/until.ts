/** How often a condition is looked at. */
const EVERY_MS = 50;

/**
 * Waits for a condition that only asking can tell, and answers with what it became. Throws an Error
 * that names it when it does not come within `withinMs`.
 */
export async function until<Value>(
  what: string,
  look: () => Promise<Value> | Value,
  withinMs = 60_000,
): Promise<NonNullable<Value>> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end)
      throw new Error(`It never came about within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
