/**
 * Row X8: what went wrong is told to whoever looks into the console, and to nobody else. Never with
 * what a person typed or who they are.
 */
export function logQuietly(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification wants it logged, and only logged
  console.info(`${what}: ${error instanceof Error ? error.message : 'failed'}`);
}
