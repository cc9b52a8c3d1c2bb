/**
 * Serves several callers by one question, which begins after each of them has called: what was
 * asked before is no answer to them.
 */
export function singleFlight<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;
  const askNext = async (): Promise<Answer> => {
    await Promise.allSettled([running]);
    next = undefined;
    const answer = ask();
    running = answer;
    return await answer;
  };
  return () => {
    next ??= askNext();
    return next;
  };
}
