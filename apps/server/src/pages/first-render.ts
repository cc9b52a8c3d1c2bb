/** Longer than a cold page takes; a start does not wait for a database that does not answer. */
const WITHIN_MS = 5000;

/**
 * Renders a page before the process listens: this loads the code of pages, and opens connections,
 * before a visitor waits for it. Resolves after five seconds in any case; never rejects.
 */
export async function renderFirst(
  render: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, WITHIN_MS);
  await Promise.race([render().catch(onError), late.promise]);
  clearTimeout(timer);
}
