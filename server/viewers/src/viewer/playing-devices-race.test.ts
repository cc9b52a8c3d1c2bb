// One subscription plays on a configurable number of devices at once, also when a device's place
// changes between the reading of it and its renewal. Two sessions at once only on PostgreSQL
// (TEST_DATABASE_URL); PGlite has one.
import { DEFAULT_DEVICE_PLACES, LEASE_MS } from '@bonisa/domain/playback/playing-devices';
import { type OpenDatabase, rowsOf } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createNumberRepository } from '@bonisa/people/numbers/number.repository';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import {
  createFreeSubscriberLocks,
  createSubscriberLock,
} from '@bonisa/people/numbers/subscriber-lock';
import { createStillClock } from '@bonisa/server/app.test-kit';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPlayingDevicesRepository, type HeldPlace } from './playing-devices.repository.ts';
import { createPlayingDevicesService } from './playing-devices.service.ts';

const clock = createStillClock();
let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
  const of = (id: number) => ({ id, msisdn: `number ${id}`, createdAt: clock.now() });
  await open.db.insert(subscribers).values([1, 2, 3, 4, 5].map(of));
});
afterAll(() => open.close());

/** The place of a device that begins now. */
const placeOf = (subscriberId: number, session: string): HeldPlace => ({
  subscriberId,
  session,
  playId: crypto.randomUUID(),
  kind: 'phone',
  since: clock.now(),
  seenAt: clock.now(),
  heldUntil: new Date(clock.now().getTime() + LEASE_MS),
});

/** A process; `meanwhile` happens once, after it has read who plays. */
function createProcess(meanwhile: () => Promise<unknown> = async () => undefined) {
  const { db } = open;
  const repository = createPlayingDevicesRepository(db);
  const numbers = createNumberRepository(
    db,
    (msisdn) => msisdn,
    () => ({ carrierId: 'one', carrierCheckedAt: null }),
  );
  let happens = meanwhile;
  return createPlayingDevicesService({
    repository: {
      ...repository,
      ofEach: async (ids) => {
        const found = await repository.ofEach(ids);
        const now = happens;
        happens = async () => undefined;
        await now();
        return found;
      },
    },
    withSubscriberLock: createSubscriberLock(numbers),
    withFreeSubscribers: createFreeSubscriberLocks(numbers),
    sessions: { isLive: async () => true },
    subscriptionOf: async () => ({ packageId: 'p-grtv-daily-c-01' }),
    places: DEFAULT_DEVICE_PLACES,
    newId: () => crypto.randomUUID(),
    clock,
  });
}

const holdersOf = async (subscriberId: number): Promise<string[]> =>
  (await createPlayingDevicesRepository(open.db).of(subscriberId))
    .filter(({ takenOver, heldUntil }) => !takenOver && clock.now() < heldUntil)
    .map(({ session }) => session);

describe('a device that goes on', () => {
  it('is refused if another one took its place since that was read', async () => {
    const repository = createPlayingDevicesRepository(open.db);
    const phone = placeOf(1, 'phone');
    await repository.hold([phone]);
    const tablet = { subscriberId: 1, session: 'tablet', kind: 'tablet' } as const;
    const takesOver = () => createProcess().begin(tablet, true);
    const stopped = { granted: false, device: { kind: 'tablet', since: clock.now() } };
    expect(await createProcess(takesOver).goOn(phone, phone.playId)).toEqual(stopped);
    expect(await holdersOf(1)).toEqual(['tablet']);

    // A playlist is not given either, and a refusal is not remembered as a grant.
    const other = placeOf(2, 'phone');
    await repository.hold([other]);
    const process = createProcess(() =>
      createProcess().begin({ ...tablet, subscriberId: 2 }, true),
    );
    expect([await process.isGiven(other, 0), await process.isGiven(other, 0)]).toEqual([
      false,
      false,
    ]);
  });

  it('is refused if its lease ended before its renewal and another one began', async () => {
    const phone = placeOf(3, 'phone');
    await createPlayingDevicesRepository(open.db).hold([phone]);
    const begins = async () => {
      clock.by(LEASE_MS / 1000);
      const tablet = { subscriberId: 3, session: 'tablet', kind: 'tablet' } as const;
      expect(await createProcess().begin(tablet, false)).toMatchObject({ granted: true });
    };
    expect(await createProcess(begins).goOn(phone, phone.playId)).toMatchObject({
      granted: false,
      device: { kind: 'tablet' },
    });
    expect(await holdersOf(3)).toEqual(['tablet']);
  });

  it('has its place again if its lease ended before its renewal and nobody began', async () => {
    const phone = placeOf(4, 'phone');
    await createPlayingDevicesRepository(open.db).hold([phone]);
    const process = createProcess(async () => clock.by(LEASE_MS / 1000));
    expect(await process.goOn(phone, phone.playId)).toMatchObject({ granted: true });
    expect(await holdersOf(4)).toEqual(['phone']);
  });
});

describe.runIf(process.env.TEST_DATABASE_URL)('devices of which one is locked', () => {
  const rowOf = ({ subscriberId, session }: HeldPlace): SQL =>
    sql`select from playing_devices where subscriber_id = ${subscriberId} and session = ${session}`;

  /** Ends when so many statements with these words wait for a lock. */
  const waits = async (words: string): Promise<void> => {
    await vi.waitFor(
      async () => {
        const waiting = await rowsOf(
          open.db,
          sql`select from pg_stat_activity where wait_event_type = 'Lock'
            and datname = current_database() and query like ${`%${words}%`}`,
        );
        expect(waiting).toHaveLength(1);
      },
      { timeout: 9000, interval: 10 },
    );
  };

  it('go on without it, and it goes on when it is free', async () => {
    const [locked, free] = [placeOf(1, 'locked'), placeOf(2, 'free')];
    const repository = createPlayingDevicesRepository(open.db);
    await Promise.all([1, 2].map((id) => repository.removeAllOf(id)));
    await repository.hold([locked, free]);
    clock.by(1);
    const service = createProcess();
    let later: Promise<unknown> | undefined;
    await open.db.transaction(async (tx) => {
      await tx.execute(sql`${rowOf(locked)} for update`);
      later = service.goOn(locked, locked.playId);
      expect(await service.goOn(free, free.playId)).toMatchObject({ granted: true });
      // The device of the locked row waits alone.
      await waits('insert into "playing_devices"');
    });
    expect(await later).toEqual({ granted: true, playId: locked.playId });
    const seen = (await repository.ofEach([1, 2])).flat().map(({ seenAt }) => seenAt);
    expect(seen).toEqual([clock.now(), clock.now()]);
  });

  it('begin in the order of their keys, so that no two batches wait for each other', async () => {
    const [first, second] = [placeOf(4, 'first'), placeOf(5, 'second')];
    const repository = createPlayingDevicesRepository(open.db);
    await repository.hold([first, second]);
    let held: Promise<void> | undefined;
    await open.db.transaction(async (tx) => {
      await tx.execute(sql`${rowOf(first)} for update`);
      held = repository.hold([second, first]);
      await waits('insert into "playing_devices"');
      // Not locked by the batch that waits for the first one.
      await tx.execute(sql`${rowOf(second)} for update nowait`);
    });
    await held;
  });
});
