/** Thrown where an answer was not there in time. */
export class TimeLimitError extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = 'TimeLimitError';
  }
}

/**
 * A process that was busy for the whole time may have the answer already: it is given a moment to
 * read it.
 */
const READ_MS = 100;

/**
 * The answer; rejects with {@link TimeLimitError} where it does not come in time. What is asked for
 * goes on, and its outcome is not looked at.
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
    // Nobody waits for it any more: a late failure is no unhandled one.
    answer.catch(() => undefined);
  }
}
