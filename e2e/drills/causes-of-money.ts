// Causes in the books: an unbalanced entry, outcomes that stay unknown, money without an entry.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { resolveCases } from './cases.ts';
import { type Cause, carrierFails, endFreeDayOf, type Stage, until } from './causes.ts';
import { subscribePerson } from './person.ts';

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

/** An operator gives money back, and the carrier never says whether it did. */
const unknownRefund: Cause = {
  alert: 'BonisaRefundsUnknown',
  by: 'shortest',
  begin: async (stage) => {
    const { db, fleet, ops } = stage;
    const { msisdn } = await subscribePerson(fleet, stage.number());
    await endFreeDayOf(stage, msisdn);
    let reference: string | undefined;
    await until('somebody has paid', async () => {
      const { body } = await ops.call('GET', `/ops/subscriptions/${msisdn}`);
      const charges: { reference: string; outcome: string }[] = body.charges ?? [];
      reference = charges.find(({ outcome }) => outcome === 'succeeded')?.reference;
      return reference !== undefined;
    });
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

/** The carrier gives no list, and the newest that was compared is of last week. */
const notCompared: Cause = {
  alert: 'BonisaReconciliationOld',
  by: 'shortest',
  begin: async (stage) => {
    const listed = await carrierFails(stage, 'list', 'error');
    await stage.db.query(
      `insert into reconciliations
         (key, carrier_id, day, source, matched, missing_here, missing_there, differing, at)
       values ('carrier old list', 'carrier', current_date - 7, 'list', 0, 0, 0, 0, now())`,
    );
    return async () => {
      await listed();
      const date = new Date(Date.now() - 22 * 3_600_000).toISOString().slice(0, 10);
      await stage.ops.call('POST', '/ops/reconciliation', { date });
    };
  },
};

export const CAUSES_OF_MONEY: readonly Cause[] = [unbalanced, unknownRefund, notCompared];
/** These need the payments of the others in the carrier's list, and it answered. */
export const CAUSES_AFTER_MONEY: readonly Cause[] = [withoutEntry];
