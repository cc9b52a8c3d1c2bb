/** Logs a failure to the console only (row X8). Never logs typed text or personal data. */
export function logQuietly(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification wants it logged, and only logged
  console.info(`${what}: ${error instanceof Error ? error.message : 'failed'}`);
}
