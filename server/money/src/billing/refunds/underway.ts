/**
 * Work of this process whose answer others wait for, by key. It is announced inside the transaction
 * that begins it: whoever waits for the transaction's lock may go on before the one who held it.
 */
export function createUnderway<Answer>() {
  const open = new Map<string, PromiseWithResolvers<Answer>>();
  return {
    /** Announces work; `finish` it in any case, else those who wait do so for ever. */
    announce: (key: string): void => {
      const answer = Promise.withResolvers<Answer>();
      // Perhaps nobody waits; whoever does gets the failure.
      answer.promise.catch(() => undefined);
      open.set(key, answer);
    },

    /** The answer of announced work; `undefined` where none is under way. */
    answerTo: (key: string): Promise<Answer> | undefined => open.get(key)?.promise,

    /** Gives the outcome of the work to those who wait, and returns it. */
    finish: async (key: string, work: Promise<Answer>): Promise<Answer> => {
      try {
        const answer = await work;
        open.get(key)?.resolve(answer);
        return answer;
      } catch (error) {
        open.get(key)?.reject(error);
        throw error;
      } finally {
        open.delete(key);
      }
    },
  };
}
