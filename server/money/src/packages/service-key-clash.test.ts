// A service key of the configuration may change at each start, and then be another package's.

import { ConfigError } from '@bonisa/kit/config-error';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createTestProduct } from '@bonisa/server/app.test-kit';
import { expect, it } from 'vitest';
import { createPackages } from './packages.ts';

const DAILY = 'p-grtv-daily-c-01';
const WEEKLY = 'p-grtv-weekly-c-01';
const MADE = { by: 'Thandi', reason: 'A test', record: async () => undefined };

it('refuses a start with a key of another package, and no start without one', async () => {
  const open = await createTestDatabase();
  const product = await createTestProduct({ LIMITS: 'off' }, open);
  const terms = product.app.packages.carriers;
  const [first] = terms;
  if (!first) throw new Error('no carrier');
  /** The packages of a process that starts with these keys on the same database. */
  type Keys = Readonly<{ id: string; serviceKeys: Record<string, string> }>;
  const startWith = (one: Keys, ...more: readonly Keys[]) =>
    createPackages({
      config: { brand: { name: 'Vula', supportNumber: '0800' }, publicUrl: '', vatRates: [] },
      db: open.db,
      clock: product.clock,
      newId: () => crypto.randomUUID(),
      carriers: {
        terms: [{ ...first, ...one }, ...more.map((other) => ({ ...first, ...other }))],
      },
    }).service.start();
  const { id, serviceKeys } = first;
  const { service } = product.app.packages;
  await service.start();
  await service.make(
    { id: 'family-weekly', name: 'Family', words: '', period: 'week' },
    { amount: 1500, serviceKeys: { [id]: 'K7' } },
    MADE,
  );
  await startWith({ id, serviceKeys });
  await startWith({ id, serviceKeys: { ...serviceKeys, [WEEKLY]: 'K8' } });
  const taken = startWith({ id, serviceKeys: { ...serviceKeys, [WEEKLY]: 'K7' } });
  await expect(taken).rejects.toThrow(ConfigError);
  await expect(taken).rejects.toThrow(/SERVICE_KEY_WEEKLY.*Family/);
  const same = { id: 'other', serviceKeys: { [DAILY]: serviceKeys[DAILY] ?? '' } };
  await startWith({ id, serviceKeys }, same);
  const crossed = { id: 'other', serviceKeys: { [WEEKLY]: serviceKeys[DAILY] ?? '' } };
  await expect(startWith({ id, serviceKeys }, crossed)).rejects.toThrow(ConfigError);
  await product.close();
});
