// `/metrics` answers while the connections are used up: old figures, and the part that is unread.
import { describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { createMeasures } from './operations-measures.ts';

async function unread(metrics: ReturnType<typeof createMetrics>) {
  const { values } = await metrics.unread.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.part, value]));
}

describe('the parts that are measured', () => {
  it('do not fail with one another, whichever way one fails', async () => {
    const metrics = createMetrics();
    let asked = 0;
    const never = Promise.withResolvers<void>();
    const measure = createMeasures(
      {
        fine: async () => undefined,
        rejects: async () => Promise.reject(new Error('sorry, too many clients already')),
        throws: () => {
          throw new Error('no pool');
        },
        waits: () => {
          asked++;
          return never.promise;
        },
      },
      metrics,
      createLogger('silent'),
    );
    await measure();
    await measure();
    expect(await unread(metrics)).toEqual({ fine: 0, rejects: 1, throws: 1, waits: 1 });
    // The second scrape did not queue behind the first.
    expect(asked).toBe(1);
    never.resolve();
    await never.promise;
    await measure();
    await measure();
    expect(await unread(metrics)).toMatchObject({ waits: 0 });
  });
});
