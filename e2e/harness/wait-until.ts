/** The interval between two checks of a condition. */
const EVERY_MS = 50;

/**
 * Polls a condition and returns its value. Throws an Error that names it if it does not become true
 * within `withinMs`.
 */
export async function waitUntil<Value>(
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
