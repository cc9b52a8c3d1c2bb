// The other cases need a server with a receiver: e2e/product/point-in-time.long.test.ts.

import { createMetrics } from '@bonisa/kit/metrics';
import { expect, it } from 'vitest';
import { createWalMeasure } from './wal-kept.ts';

it('says nothing of a journal where the database is embedded', async () => {
  const metrics = createMetrics();
  const db = {} as Parameters<typeof createWalMeasure>[0]['db'];
  await createWalMeasure({ kind: 'pglite', db }, metrics)();
  expect(await metrics.registry.metrics()).not.toMatch(/^bonisa_wal_/m);
});
