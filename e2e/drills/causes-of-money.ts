// Causes in the books: an unbalanced entry, outcomes that stay unknown, money without an entry.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { resolveCases } from './cases.ts';
import { type Cause, carrierFails, endFreeDayOf, type Stage, until } from './causes.ts';
import { subscribePerson } from './person.ts';
import { paidBy } from './refunds.ts';

/** A program that is broken in two ways: it posts one side, and has switched the check off. */
async function postAlone({ db }: Stage, amount: number): Promise<void> {
  const client = await db.connect();
  try {
    await client.query('begin');
    await client.query('alter table ledger_lines disable trigger ledger_lines_balanced');
    await client.query(
      `insert into ledger_lines (id, entry_id, carrier_id, account, amount, cause, cause_id, at)
       values ($1, $2, 'carrier', 'revenue', $3, 'charge', $2, now())`,
      [randomUUID(), randomUUID(), amount],
    );
    await client.query('alter table ledger_lines enable trigger ledger_lines_balanced');
    await client.query('commit');
  } finally {
    client.release();
  }
}

const unbalanced: Cause = {
  alert: 'BonisaLedgerImbalance',
  begin: async (stage) => {
    await postAlone(stage, 100);
    return () => postAlone(stage, -100);
  },
};

/** The carrier takes a payment or not, and answers no question about it for two hours. */
const unknownCharge: Cause = {
  alert: 'BonisaUnknownChargesOld',
  begin: async (stage) => {
    const { db, fleet } = stage;
    const { msisdn } = await subscribePerson(fleet, stage.number());
    const failing = ['charge', 'list-payments'];
    const answers = await Promise.all(failing.map((one) => carrierFails(stage, one, 'error')));
    await endFreeDayOf(stage, msisdn);
    const open = "lookup_at is not null and state = 'unknown'";
    await until('an outcome is unknown', async () => {
      const { rowCount } = await db.query(
        `update charges set created_at = created_at - interval '2 hours' where ${open}`,
      );
      return rowCount !== 0;
    });
    return async () => {
      for (const answer of answers) await answer();
      await until('the outcome is known', async () => {
        await db.query(`update charges set lookup_at = now() where ${open}`);
        return (await db.query(`select 1 from charges where ${open}`)).rowCount === 0;
      });
    };
  },
};

/** An operator gives money back, and the carrier never says whether it did. */
const unknownRefund: Cause = {
  alert: 'BonisaRefundsUnknown',
  by: 'shortest',
  begin: async (stage) => {
    const { db, fleet, ops } = stage;
    const { msisdn } = await subscribePerson(fleet, stage.number());
    await endFreeDayOf(stage, msisdn);
    const reference = await paidBy(ops, msisdn);
    const answers = await carrierFails(stage, 'refund', 'error');
    const asked = { reference, amount: '1.00', reason: 'Asked for' };
    const key = { 'idempotency-key': `refund-${reference}` };
    const refund = await ops.call('POST', '/ops/refunds', asked, key);
    expect(refund.status, JSON.stringify(refund.body)).toBe(201);
    return async () => {
      await answers();
      await until('the refund is made', async () => {
        await db.query('update refunds set lookup_at = now() where lookup_at > now()');
        const { rows } = await db.query('select 1 from refunds where lookup_at is not null');
        return rows.length === 0;
      });
    };
  },
};

/** The carrier's list of today has a payment that we do not know. */
const withoutEntry: Cause = {
  alert: 'BonisaMoneyWithoutEntry',
  by: 'shortest',
  begin: async (stage) => {
    const listed = await carrierFails(stage, 'list', 'wrong-entries');
    const date = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 10);
    const { status, body } = await stage.ops.call('POST', '/ops/reconciliation', { date });
    expect(status, JSON.stringify(body)).toBe(200);
    await listed();
    return () => resolveCases(stage.ops);
  },
};

/** Compares yesterday with the carrier's list, as the daily job does. */
async function compareYesterday({ ops }: Pick<Stage, 'ops'>): Promise<void> {
  const date = new Date(Date.now() - 22 * 3_600_000).toISOString().slice(0, 10);
  const { status, body } = await ops.call('POST', '/ops/reconciliation', { date });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Somebody pays, a week ago; a process reads once when the first charge was. */
export async function payLastWeek(stage: Omit<Stage, 'alerts'>): Promise<void> {
  const { msisdn } = await subscribePerson(stage.fleet, stage.number());
  await endFreeDayOf(stage, msisdn);
  await paidBy(stage.ops, msisdn);
  await stage.db.query("update charges set created_at = created_at - interval '7 days'");
  await compareYesterday(stage);
}

/** The carrier gives no list, and has given none since the first charge of last week. */
const notCompared: Cause = {
  alert: 'BonisaReconciliationOld',
  by: 'shortest',
  begin: async (stage) => {
    const listed = await carrierFails(stage, 'list', 'error');
    await stage.db.query('delete from reconciliations');
    return async () => {
      await listed();
      await compareYesterday(stage);
    };
  },
};

export const CAUSES_OF_MONEY: readonly Cause[] = [unbalanced, unknownRefund, notCompared];
/** These need the payments of the others, or a carrier that fails for nobody else. */
export const CAUSES_AFTER_MONEY: readonly Cause[] = [withoutEntry, unknownCharge];
