// Real job processes, killed with SIGKILL at random moments while they renew; afterwards the same
// rules hold as in the simulation.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCent, ledgerBalances, unknownEnds } from './booking.rules.ts';
import { liveConsent, paidOnce, priceAgreed, triesADay } from './charging.rules.ts';
import {
  createKillGround,
  createPopulation,
  createRecovery,
  type KillGround,
  killHard,
  sceneOf,
  startJobProcess,
  subscribeMany,
} from './kill.test-kit.ts';
import { numberTime } from './number.rules.ts';
import { createRandomSource } from './random.ts';
import { paidIsServed } from './serving.rules.ts';

/** Each costs a start of the whole product: two to four seconds of processor time. */
const KILLS = 8;
/** Twice as many as are charged before the last kill, also on a machine under load. */
const SUBSCRIBERS = 600;
/** A kill comes after at most so many charges, and where none is under way a few later. */
const MOST_BETWEEN_KILLS = 20;
const RULES = {
  paidOnce,
  liveConsent,
  priceAgreed,
  everyCent,
  ledgerBalances,
  unknownEnds,
  triesADay,
  paidIsServed,
  numberTime,
};

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'job processes on a PostgreSQL server, killed with SIGKILL',
  () => {
    let open: OpenDatabase;
    let ground: KillGround;
    const population = createPopulation();
    // Other moments in each run; the seed is told where it fails.
    const seed = process.env.KILL_SEED ?? randomBytes(4).toString('hex');

    beforeAll(async () => {
      open = await createTestDatabase();
      ground = await createKillGround(open);
      await subscribeMany((await createRecovery(ground)).app, population, SUBSCRIBERS);
    });
    afterAll(async () => {
      await ground?.stop();
      await open?.close();
    });

    it(`lose nothing and take nothing twice in ${KILLS} kills`, { timeout: 900_000 }, async () => {
      const random = createRandomSource(seed)('kills');
      const taken = async (): Promise<number> =>
        Number((await open.pool?.query('select count(*) from paid_periods'))?.rows[0]?.count);
      /**
       * Waits for charges, not for time: a machine under load charges less in a second, and the
       * kill must come in the middle of the work all the same.
       */
      const until = async (met: () => Promise<boolean>): Promise<void> => {
        while (!(await met())) await wait(20);
      };
      const countOpen = async (): Promise<number> => {
        const young =
          "select count(*) from charges where state = 'intended' and created_at > now() - interval '1500 milliseconds'";
        return Number((await open.pool?.query(young))?.rows[0]?.count);
      };

      let killed = 0;
      /** Kills that left intents of the last moment behind: it was in the middle of a batch. */
      let inTheMiddle = 0;
      /** One of two lines of processes: each is killed while the other works on. */
      const line = async (name: string): Promise<void> => {
        for (let life = 0; killed < KILLS; life++) {
          killed++;
          const child = await startJobProcess(ground, `${name}-${life}`);
          const enough = (await taken()) + random.between(1, MOST_BETWEEN_KILLS);
          await until(async () => (await taken()) >= enough);
          // Every second kill waits for a call under way; the others come at any point.
          if (life % 2 === 0) await until(async () => (await countOpen()) > 0);
          await killHard(child);
          if ((await countOpen()) > 0) inTheMiddle++;
        }
      };
      await Promise.all([line('one'), line('two')]);
      const takenMeanwhile = await taken();

      // What they left is found by whoever comes next: a while later, and again after the technical
      // tries.
      const recovery = await createRecovery(ground);
      for (const minutes of [2, 10, 30, 120, 240]) {
        recovery.clock.moveTo(new Date(Date.now() + minutes * 60_000));
        await recovery.app.scheduler.runDue();
      }
      const scene = await sceneOf(ground, population, recovery);
      for (const [name, rule] of Object.entries(RULES))
        expect(rule(scene), `${name}, KILL_SEED=${seed}`).toEqual([]);
      expect(await taken(), `KILL_SEED=${seed}`).toBe(SUBSCRIBERS);
      expect(scene.taken.size).toBe(SUBSCRIBERS);
      // It is worth something only where there was something to interrupt.
      expect(takenMeanwhile).toBeGreaterThanOrEqual(KILLS);
      expect(takenMeanwhile).toBeLessThan(SUBSCRIBERS);
      expect(inTheMiddle).toBeGreaterThanOrEqual(KILLS / 4);
    });
  },
);
