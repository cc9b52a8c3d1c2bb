import { describe, expect, it } from 'vitest';
import { DatabaseAwayError } from './database-away.ts';
import { inBatches } from './in-batches.ts';

/** Doubles numbers in batches, and tells which were sent. */
function doubling(fails: (keys: readonly number[]) => Error | undefined = () => undefined) {
  const sent: (readonly number[])[] = [];
  const ask = async (keys: readonly number[]): Promise<number[]> => {
    sent.push(keys);
    const error = fails(keys);
    if (error) throw error;
    return keys.map((key) => key * 2);
  };
  return { sent, ask };
}

describe('calls in batches', () => {
  it('are one for calls of the same moment, and equal names share an answer', async () => {
    const { sent, ask } = doubling();
    const double = inBatches(ask, (key) => key);
    expect(await Promise.all([1, 2, 1, 3].map(double))).toEqual([2, 4, 2, 6]);
    expect(sent).toEqual([[1, 2, 3]]);
    expect(await double(1)).toBe(2);
    expect(sent).toEqual([[1, 2, 3], [1]]);
  });

  it('have an answer each where they have no name', async () => {
    const { sent, ask } = doubling();
    expect(await Promise.all([1, 1].map(inBatches(ask)))).toEqual([2, 2]);
    expect(sent).toEqual([[1, 1]]);
  });

  it('wait while two batches are under way, and then go together', async () => {
    const { sent, ask } = doubling();
    const answered = Promise.withResolvers<void>();
    const double = inBatches(async (keys: readonly number[]) => {
      const answers = await ask(keys);
      await answered.promise;
      return answers;
    });
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const all = [];
    for (const key of [1, 2, 3, 4]) {
      all.push(double(key));
      await turn();
    }
    expect(sent).toEqual([[1], [2]]);
    answered.resolve();
    expect(await Promise.all(all)).toEqual([2, 4, 6, 8]);
    expect(sent).toEqual([[1], [2], [3, 4]]);
  });

  it('fail alone, except when the database is away', async () => {
    const refused = doubling((keys) => (keys.includes(2) ? new Error('no') : undefined));
    const double = inBatches(refused.ask);
    const outcomes = await Promise.allSettled([1, 2, 3].map(double));
    expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(refused.sent).toEqual([[1, 2, 3], [1], [2], [3]]);
    const away = doubling(() => new DatabaseAwayError(new Error('away')));
    const all = await Promise.allSettled([1, 2].map(inBatches(away.ask)));
    expect(all.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(away.sent).toEqual([[1, 2]]);
  });

  it.each(['55P03', '40P01'])('fail alone at a lock of somebody else (%s)', async (code) => {
    const failed = new Error('query', { cause: Object.assign(new Error('lock'), { code }) });
    const locked = doubling((keys) => (keys.includes(2) ? failed : undefined));
    const outcomes = await Promise.allSettled([1, 2, 3].map(inBatches(locked.ask)));
    expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(locked.sent).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('are not asked for again one by one after a time limit of the database', async () => {
    const slow = doubling(() => Object.assign(new Error('slow'), { code: '57014' }));
    const all = await Promise.allSettled([1, 2].map(inBatches(slow.ask)));
    expect(all.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(slow.sent).toEqual([[1, 2]]);
  });
});
