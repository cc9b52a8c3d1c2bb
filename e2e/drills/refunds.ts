// Refunds that an operator asks for while the carrier is away, and what the carrier has of them.
import { lookupDelaySeconds } from '@bonisa/domain/money/charge';
import pg from 'pg';
import { expect } from 'vitest';
import { createBrowser } from '../product/process.test-kit.ts';
import type { Fleet } from './fleet.ts';
import { subscribePerson } from './person.ts';
import { untilWithin } from './until.ts';

/** Less than half of any price: a refund that is made twice would be seen as more than once. */
const PART = '1.00';
/** Not sent, or not done for sure: one that may be on its way is looked up in its own time. */
const WAITING = "state = 'intended' and lookup_at > now()";

/** A payment of somebody. */
export interface Payment {
  readonly msisdn: string;
  readonly reference: string;
}

export interface Refunds {
  /** Somebody subscribes and pays, once the drill has ended their free day. */
  paid(msisdn: string): Promise<Payment>;
  /**
   * Asks for a part of a payment at each process with jobs, as somebody does who presses again and
   * again. It is one refund, and not made yet.
   */
  ask(payment: Payment): Promise<void>;
  /**
   * Waits until all that was asked for is made, each once by both lists; returns the milliseconds.
   * A refund that waits for its next try is brought forward. Throws where it waits for longer than
   * the rules say.
   */
  made(): Promise<number>;
}

interface Asked {
  readonly refund_id: string;
  readonly outcome: string;
}

const until = untilWithin(240_000);

/** Waits until somebody has paid; returns the carrier's reference. `ops`: an operators' port. */
async function paidBy(ops: ReturnType<typeof createBrowser>, msisdn: string): Promise<string> {
  let reference: string | undefined;
  await until('somebody has paid', async () => {
    const { body } = await ops.call('GET', `/ops/subscriptions/${msisdn}`);
    const charges: { reference: string; outcome: string }[] = body.charges ?? [];
    reference = charges.find(({ outcome }) => outcome === 'succeeded')?.reference;
    return reference !== undefined;
  });
  return reference ?? '';
}

/** Makes the refunds of a drill. */
export function createRefunds(fleet: Fleet): Refunds {
  const jobs = fleet.of('jobs').map(({ ops }) => createBrowser(`http://127.0.0.1:${ops}`));
  const ops = jobs[0] ?? createBrowser('');
  const carrier = createBrowser(fleet.carrier.url);
  const asked: Payment[] = [];

  const outcomesOf = async ({ reference }: Payment): Promise<string[]> => {
    const { body } = await ops.call('GET', `/ops/refunds?reference=${reference}`);
    return (body.refunds as Asked[]).map(({ outcome }) => outcome);
  };

  const bringForward = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: fleet.database });
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string; lookups: number; lookup_at: Date }>(
        `select id, lookups, lookup_at from refunds where ${WAITING}`,
      );
      for (const { id, lookups, lookup_at } of rows) {
        const most = lookupDelaySeconds(lookups - 1) * 1000;
        if (lookup_at.getTime() - Date.now() > most + 1000)
          throw new Error(`a refund waits until ${lookup_at.toISOString()} after ${lookups} looks`);
        await client.query(`update refunds set lookup_at = now() where id = $1 and ${WAITING}`, [
          id,
        ]);
      }
    } finally {
      await client.end();
    }
  };

  return {
    paid: async (msisdn) => {
      await subscribePerson(fleet, msisdn);
      return { msisdn, reference: await paidBy(ops, msisdn) };
    },
    ask: async (payment) => {
      const body = { reference: payment.reference, amount: PART, reason: 'Asked for' };
      const ids = new Set<string>();
      for (const process of jobs) {
        const key = { 'idempotency-key': `refund-${payment.reference}` };
        const answer = await process.call('POST', '/ops/refunds', body, key);
        expect([answer.status, answer.body.outcome]).toEqual([201, 'unknown']);
        ids.add((answer.body as Asked).refund_id);
      }
      expect(ids.size).toBe(1);
      asked.push(payment);
    },
    made: async () => {
      const began = performance.now();
      await until('the refunds are made', async () => {
        await bringForward();
        const outcomes = (await Promise.all(asked.map(outcomesOf))).flat();
        return outcomes.every((outcome) => outcome === 'succeeded');
      });
      for (const payment of asked) {
        expect(await outcomesOf(payment)).toEqual(['succeeded']);
        const { body } = await carrier.call('GET', `/sim/charges?msisdn=${payment.msisdn}`);
        expect(body).toMatchObject([{ status: 'succeeded', refunded: PART }]);
      }
      return performance.now() - began;
    },
  };
}
