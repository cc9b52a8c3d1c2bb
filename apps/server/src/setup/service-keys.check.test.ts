// Keys of the configuration beside the packages that the database has.
import type { PriceVersion } from '@bonisa/domain/packages/package-prices';
import { describe, expect, inject, it } from 'vitest';
import { createTestProduct } from '../app.test-kit.ts';
import { createPackageRepository, type PackageRow } from '../packages/package.repository.ts';
import { openPostgres } from '../platform/database/database.ts';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '../platform/database/database-server.test-kit.ts';
import { checkConfig } from './check-config.ts';
import { checkStoredKeys, serviceKeyFindings, storedKeyFindings } from './service-keys.check.ts';

const DAILY = 'p-grtv-daily-c-01';
const WEEKLY = 'p-grtv-weekly-c-01';
const karoo = (serviceKeys: Record<string, string>) => [{ id: 'karoo', serviceKeys }];
const priced = (change: Partial<PriceVersion>) =>
  ({ packageId: 'family', validFrom: new Date(0), withdrawnAt: null, ...change }) as PriceVersion;
const storedWith = (...versions: PriceVersion[]) => ({
  packages: [{ id: 'family', name: 'Family' } as PackageRow],
  versions,
});
const FAMILY = storedWith(priced({ serviceKeys: { karoo: 'K7' } }));

describe('a configured key', () => {
  it('is refused where a package of the database has it at a configured carrier', () => {
    expect(storedKeyFindings(karoo({ [DAILY]: 'K1', [WEEKLY]: 'K7' }), FAMILY)).toEqual([
      expect.objectContaining({
        ...{ level: 'error', group: 'carriers', name: 'carrier karoo: serviceKeys' },
        says: expect.stringMatching(/^SERVICE_KEY_WEEKLY.* is that of Family at karoo/),
      }),
    ]);
    expect(storedKeyFindings(karoo({ [WEEKLY]: 'K8' }), FAMILY)).toEqual([]);
    const elsewhere = storedWith(priced({ serviceKeys: { vula: 'K7' } }));
    expect(storedKeyFindings(karoo({ [WEEKLY]: 'K7' }), elsewhere)).toEqual([]);
    const withdrawn = priced({ serviceKeys: { karoo: 'K7' }, withdrawnAt: new Date(1) });
    expect(storedKeyFindings(karoo({ [WEEKLY]: 'K7' }), storedWith(withdrawn))).toEqual([]);
  });

  it('that another configured one has is found once', () => {
    const carriers = karoo({ [DAILY]: 'K7', [WEEKLY]: 'K7' });
    expect(serviceKeyFindings(carriers).filter(({ level }) => level === 'error')).toHaveLength(2);
    expect(storedKeyFindings(carriers, FAMILY)).toEqual([]);
  });

  it('is compared with no database that is embedded or cannot be reached', async () => {
    const away = 'postgres://us:pass@127.0.0.1:9/x';
    for (const databaseUrl of [undefined, away])
      expect(await checkStoredKeys(karoo({ [DAILY]: 'K1' }), { databaseUrl })).toEqual([]);
  });
});

const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('on a real server', () => {
  const onServer = async (template: string | undefined, work: (url: string) => Promise<void>) => {
    const name = await createOnServer(SERVER ?? '', template);
    try {
      await work(namedOn(SERVER ?? '', name));
    } finally {
      await dropOnServer(SERVER ?? '', name);
    }
  };

  it('a key of a package that the studio made is found before the start', async () => {
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
      const errors = async (key: string) => {
        const found = await checkConfig({
          ...{ DATABASE_URL: url, CARRIER_URL: 'http://127.0.0.1:9', CARRIER_CLIENT_ID: 'us' },
          ...{ CARRIER_TOKEN_URL: 'http://127.0.0.1:9/token', SERVICE_KEY_WEEKLY: key },
        });
        const about = found.filter(({ says }) => says.includes('one key bills one package'));
        return about.map(({ level, says }) => `${level}: ${says}`);
      };
      expect(await errors('K7')).toEqual([expect.stringMatching(/^error: .*of Family/)]);
      expect(await errors('K8')).toEqual([]);
      await product.close();
    });
  });

  it('a database without tables has no package, which is no fault', async () => {
    await onServer(undefined, async (databaseUrl) => {
      expect(await checkStoredKeys(karoo({ [DAILY]: 'K1' }), { databaseUrl })).toEqual([]);
    });
  });
});
