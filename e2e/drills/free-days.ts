// Renewals of a drill: free days end during the fault, so that jobs charge while parts fail.
import { setTimeout as wait } from 'node:timers/promises';
import { nextTryAfterFailure } from '@bonisa/domain/subscription/retry-schedule';
import pg from 'pg';
import type { Load } from './load.ts';

const EVERY_MS = 500;
const CHARGED_WITHIN_MS = 240_000;

export interface FreeDays {
  /**
   * Ends all free days, brings forward what waits for its next try, and waits until everybody who
   * was told 'subscribed' has paid. Throws where a try waits for another time than the rules say.
   */
  chargeAll(load: Pick<Load, 'people'>): Promise<void>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly failures: number;
  readonly next_try_at: Date;
  readonly denied_at: Date;
}

/** Ends the free days of people who have signed up, again and again. */
export function endFreeDays(database: string): FreeDays {
  const pool = new pg.Pool({ connectionString: database, max: 1 });
  pool.on('error', () => undefined);
  const end = async (): Promise<void> => {
    await pool.query(
      "update subscriptions set paid_until = $1, due_at = $1 where status = 'trial' and due_at > $1",
      [new Date()],
    );
  };
  // The database may be away: the next turn ends what this one could not.
  const timer = setInterval(() => void end().catch(() => undefined), EVERY_MS);

  /** A charge that failed on the way is tried after 5 minutes, then after twice as long. */
  const bringForward = async (): Promise<void> => {
    const { rows } = await pool.query<Waiting>(
      `select s.id, s.failures, s.next_try_at, max(e.at) as denied_at
         from subscriptions s join subscription_events e
           on e.subscription_id = s.id and e.type = 'charge_denied'
        where s.charging_package_id is null and s.failures > 0 and s.next_try_at > now()
        group by s.id`,
    );
    for (const { id, failures, next_try_at, denied_at } of rows) {
      const expected = nextTryAfterFailure(denied_at, failures);
      if (Math.abs(expected.getTime() - next_try_at.getTime()) > 1000)
        throw new Error(
          `${id} waits until ${next_try_at.toISOString()} after ${failures} failures`,
        );
      await pool.query(
        `update subscriptions set next_try_at = $2, due_at = $2
          where id = $1 and charging_package_id is null and next_try_at > $2`,
        [id, new Date()],
      );
    }
  };

  const unpaid = async (told: readonly string[]): Promise<string[]> => {
    const { rows } = await pool.query<{ row: string }>(
      `select concat_ws(' ', s.status, s.failures, s.next_try_at, s.charging_since) as row
         from subscriptions s join subscribers n on n.id = s.subscriber_id
        where n.msisdn = any($1) and not exists (
          select 1 from charges c where c.subscription_id = s.id and c.state = 'succeeded')`,
      [told],
    );
    return rows.map(({ row }) => row);
  };

  return {
    async chargeAll({ people }) {
      clearInterval(timer);
      const told = [...people].filter(([, word]) => word === 'subscribed').map(([id]) => id);
      for (const until = performance.now() + CHARGED_WITHIN_MS; ; await wait(500)) {
        await end();
        await bringForward();
        const open = await unpaid(told);
        if (open.length === 0) return;
        if (performance.now() > until) throw new Error(`not charged: ${open.join('; ')}`);
      }
    },
    async stop() {
      clearInterval(timer);
      await pool.end();
    },
  };
}
