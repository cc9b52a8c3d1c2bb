// Interfaces 'Operations': keys of the configuration beside the packages that the database has.
import { generateKeyPairSync } from 'node:crypto';
import { openPostgres } from '@bonisa/kit/database/database';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '@bonisa/kit/database/database-server.test-kit';
import { createPackageRepository } from '@bonisa/money/packages/package.repository';
import { describe, expect, inject, it } from 'vitest';
import { createTestProduct } from '../app.test-kit.ts';
import { checkConfig } from './check-config.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('a configured service key', () => {
  const onServer = async (template: string | undefined, work: (url: string) => Promise<void>) => {
    const name = await createOnServer(SERVER ?? '', template);
    try {
      await work(namedOn(SERVER ?? '', name));
    } finally {
      await dropOnServer(SERVER ?? '', name);
    }
  };
  const clashes = async (url: string, key: string): Promise<string[]> => {
    const { rows } = await checkConfig({
      ...{ DATABASE_URL: url, CARRIER_URL: 'http://127.0.0.1:9', CARRIER_CLIENT_ID: 'us' },
      ...{ CARRIER_TOKEN_URL: 'http://127.0.0.1:9/token', SERVICE_KEY_WEEKLY: key },
      CARRIER_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
    });
    // Nothing answers at the carrier's address: it was tried.
    expect(rows.some(({ check, result }) => check === 'carriers' && result === 'error')).toBe(true);
    const about = rows.filter(({ says }) => says.includes('one key bills one package'));
    return about.map(({ result, says }) => `${result}: ${says}`);
  };

  it('that a package of the studio has is found before the start', async () => {
    await onServer(inject('databaseTemplate'), async (url) => {
      const product = await createTestProduct({ LIMITS: 'off' }, await openPostgres(url));
      const { service } = product.app.packages;
      await service.start();
      const made = await service.make(
        { id: 'family-weekly', name: 'Family', words: '', period: 'week' },
        { amount: 1500, serviceKeys: { [product.app.packages.carriers[0]?.id ?? '']: 'K7' } },
        { by: 'Thandi', reason: 'A test', record: async () => undefined },
      );
      // The carrier of the variables has this id.
      const serviceKeys = { carrier: 'K7' };
      const repository = createPackageRepository(product.open.db);
      await repository.insertVersion({ ...made, id: crypto.randomUUID(), serviceKeys });
      expect(await clashes(url, 'K7')).toEqual([expect.stringMatching(/^error: .*of Family/)]);
      expect(await clashes(url, 'K8')).toEqual([]);
      await product.close();
    });
  });

  it('clashes with nothing in a database without tables', async () => {
    await onServer(undefined, async (url) => {
      expect(await clashes(url, 'K1')).toEqual([]);
    });
  });
});
