// Causes at the file store, which also says who of two copies of the database charges.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { idOf, refusalOf, tusAt } from '../../apps/server/src/media/uploads/uploads.test-kit.ts';
import { namedOn } from '../../apps/server/src/platform/database/database-server.test-kit.ts';
import { createBrowser } from '../product/process.test-kit.ts';
import { takenFromEach } from './cases.ts';
import { again, type Cause, type End, endFreeDayOf, type Stage, until } from './causes.ts';
import type { Member } from './fleet.ts';
import type { ObjectStore, StoreFault } from './object-store.ts';
import { subscribePerson } from './person.ts';
import { paidBy } from './refunds.ts';

const FILM = randomBytes(100_000);
const UPLOAD_EVERY_MS = 1000;
/** A renewal comes within a second where nothing holds it. */
const WOULD_CHARGE_MS = 5000;

/** The file store fails so; returns what ends it. */
function storeFails(store: ObjectStore, fault: StoreFault): End {
  store.setFault(fault);
  return async () => store.setFault(undefined);
}

/** Somebody stops while the store takes no files. */
const endsNotWritten = (store: () => ObjectStore): Cause => ({
  alert: 'BonisaEndsNotWritten',
  begin: async ({ fleet, number }) => {
    const person = await subscribePerson(fleet, number());
    const takes = storeFails(store(), 'full');
    await person.unsubscribe();
    return takes;
  },
});

/** The credentials of the service may write no more, and an editor sends a film. */
const notWritten = (store: () => ObjectStore): Cause => ({
  alert: 'BonisaNotWritten',
  begin: async ({ fleet }) => {
    const tus = tusAt(fleet.of('jobs')[0]?.ops ?? 0);
    const upload = idOf(await tus.create(FILM.length));
    const takes = storeFails(store(), 'refused');
    const editor = again(async () => {
      const answer = await tus.send(upload, 0, FILM);
      expect(await refusalOf(answer)).toEqual([503, 'store_refused']);
    }, UPLOAD_EVERY_MS);
    return async () => {
      await editor();
      await takes();
    };
  },
});

/** The server of the database is started again while the store does not answer. */
const fenced = (store: () => ObjectStore): Cause => ({
  alert: 'BonisaFenced',
  begin: async ({ fleet }) => {
    const answers = storeFails(store(), 'away');
    await fleet.cluster.stop('fast');
    await fleet.cluster.start();
    return answers;
  },
});

/** A dump of the database, restored beside it. */
async function restoreBeside({ fleet: { cluster } }: Stage, name: string): Promise<string> {
  const program = (one: string, ...words: string[]) => cluster.run(join(cluster.bin, one), words);
  const dump = join(cluster.folder, name);
  await program('pg_dump', '-Fc', '-f', dump, 'bonisa');
  await program('createdb', name);
  await program('pg_restore', '-d', name, dump);
  return namedOn(cluster.url, name);
}

async function stop({ process }: Member): Promise<void> {
  process.child.kill('SIGTERM');
  await process.ended;
}

/** Somebody tries last night's dump with the variables of the service. */
const secondCopy: Cause = {
  alert: 'BonisaSecondCopy',
  begin: async (stage) => {
    const { fleet, number, ops } = stage;
    const { msisdn } = await subscribePerson(fleet, number());
    const url = await restoreBeside(stage, 'trial');
    const there = new pg.Pool({ connectionString: url });
    const second = fleet.of('jobs')[1];
    if (!second) throw new Error('no second process with jobs');
    await stop(second);
    await second.again({ DATABASE_URL: url });
    const end = async (): Promise<void> => {
      await there.end();
      await stop(second);
      await second.again();
    };
    const own = createBrowser(`http://127.0.0.1:${second.ops}`);
    const fence = async () => (await own.call('GET', '/ops/hold')).body.fence;
    await endFreeDayOf({ db: there }, msisdn);
    await until('the copy is refused', async () => (await fence()).state === 'refused');
    await wait(WOULD_CHARGE_MS);
    expect(await fence()).toMatchObject({ state: 'refused', problem: 'another_copy' });
    expect(await takenFromEach(fleet, [msisdn])).toEqual([0]);
    await endFreeDayOf(stage, msisdn);
    await paidBy(ops, msisdn);
    expect(await takenFromEach(fleet, [msisdn])).toEqual([1]);
    return end;
  },
};

/** In this order: what the store lacks of one is written before the next begins. */
export const causesOfStore = (store: () => ObjectStore): readonly Cause[] => [
  endsNotWritten(store),
  notWritten(store),
  secondCopy,
  fenced(store),
];
