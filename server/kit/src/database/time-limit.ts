/** Thrown when a promise did not resolve in time. */
export class TimeLimitError extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = 'TimeLimitError';
  }
}

/**
 * A process that was busy for the whole time may already have the answer: this gives it time to
 * read it.
 */
const READ_MS = 100;

/**
 * Waits for a promise; rejects with a {@link TimeLimitError} after the time limit. The work itself
 * continues and its outcome is ignored.
 */
export async function withTimeLimit<Answer>(
  limitMs: number,
  answer: Promise<Answer>,
): Promise<Answer> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  let timer = setTimeout(() => {
    timer = setTimeout(() => reject(new TimeLimitError(limitMs)), READ_MS);
  }, limitMs);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
    // A late failure must not become an unhandled rejection.
    answer.catch(() => undefined);
  }
}
