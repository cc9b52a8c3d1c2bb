// Each difference becomes an exception that proposes a correction by new postings. An operator
// applies or dismisses it.
import { eq, ne } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MonthStatement } from '../../ledger/carrier-settlement.service.ts';
import { ledgerLines } from '../../ledger/ledger.tables.ts';
import { charges, refunds } from '../billing.tables.ts';
import {
  bookCharges,
  chargeRow,
  createReconciliationBench,
  listedCharge,
  NOTHING,
  noon,
  type ReconciliationBench,
} from './reconciliation.test-kit.ts';

let bench: ReconciliationBench;
beforeAll(async () => {
  bench = await createReconciliationBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

describe('exceptions', () => {
  const balance = async (): Promise<number> => Number((await bench.ledger.report()).balanced);
  const postedOf = async (id: string) =>
    (await bench.db.select().from(ledgerLines)).filter(({ causeId }) => causeId === id);

  it('are applied once, as an entry of their own', async () => {
    const row = chargeRow(uuid(), noon);
    await bookCharges(bench.db, [row]);
    await bench.compare();
    const [one] = await bench.exceptionsIn('open');
    const id = one?.id ?? '';
    expect(await bench.reconciliation.exceptions.apply(id)).toMatchObject({ state: 'applied' });
    expect(await bench.reconciliation.exceptions.apply(id)).toMatchObject({ state: 'applied' });
    const posted = (await postedOf(id)).map(({ account, amount, cause }) => [
      cause,
      account,
      amount,
    ]);
    expect(posted.sort()).toEqual(
      [
        ['case', 'carrier_receivable', -500],
        ['case', 'revenue', 435],
        ['case', 'vat_output', 65],
      ].sort(),
    );
    expect(await balance()).toBe(1);
    await expect(bench.reconciliation.exceptions.dismiss(id, 'no')).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await bench.compare()).toEqual({ ...NOTHING, missing_there: 1 });
    expect(await bench.openKinds()).toEqual([]);
  });

  it('cannot be applied after the charge has changed or while it is being refunded', async () => {
    const row = chargeRow(uuid(), noon);
    await bookCharges(bench.db, [row]);
    await bench.compare();
    const id = (await bench.exceptionsIn('open'))[0]?.id ?? '';
    await bench.db.update(charges).set({ refunded: 200 });
    await expect(bench.reconciliation.exceptions.apply(id)).rejects.toMatchObject({
      code: 'conflict',
    });
    const refund = {
      carrierId: 'karoo',
      id: uuid(),
      chargeId: row.id,
      reference: 'r',
      amount: 200,
      vat: 26,
      state: 'succeeded' as const,
      why: 'x',
      createdAt: noon,
      lookups: 0,
    };
    await bench.db.insert(refunds).values(refund);
    await expect(bench.reconciliation.exceptions.apply(id)).rejects.toMatchObject({
      code: 'conflict',
    });
    // A second comparison updates the exception to what is left.
    await bench.compare();
    await bench.reconciliation.exceptions.apply(id);
    expect((await postedOf(id)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([
      -300, 39, 261,
    ]);
  });

  it('without postings can only be dismissed, with a note', async () => {
    await bench.both(chargeRow(uuid(), noon, { state: 'unknown' }));
    await bench.compare();
    const id = (await bench.exceptionsIn('open'))[0]?.id ?? '';
    await expect(bench.reconciliation.exceptions.apply(id)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await bench.reconciliation.exceptions.dismiss(id, 'Dealt with.')).toMatchObject({
      state: 'dismissed',
      note: 'Dealt with.',
    });
    expect(await bench.reconciliation.exceptions.dismiss(id, 'Again.')).toMatchObject({
      note: 'Dealt with.',
    });
    await expect(bench.reconciliation.exceptions.apply(uuid())).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('resolve themselves when the charge agrees, and are updated otherwise', async () => {
    const [agreed, dearer, waiting] = [0, 1, 2].map(() =>
      chargeRow(uuid(), noon, { state: 'unknown', lookupAt: noon }),
    );
    if (!agreed || !dearer || !waiting) throw new Error('three of them');
    await bench.both(agreed);
    await bench.both(dearer, { amountCents: 700 });
    await bench.both(waiting);
    await bench.compare();
    expect(await bench.reconciliation.revisit()).toBe(true);
    await bench.db
      .update(charges)
      .set({ state: 'succeeded', decidedAt: noon, lookupAt: null })
      .where(ne(charges.id, waiting.id));
    expect(await bench.reconciliation.revisit()).toBe(true);
    expect((await bench.exceptionsIn('resolved')).map(({ subject }) => subject)).toEqual([
      agreed.id,
    ]);
    const words = new Map(
      (await bench.exceptionsIn('open')).map(({ subject, proposal }) => [subject, proposal]),
    );
    expect(words.get(dearer.id)).toMatchObject({ action: 'post' });
    expect(words.get(waiting.id)).toMatchObject({ action: 'look_up' });
    await bench.db
      .update(charges)
      .set({ state: 'denied', reason: 'not_taken', lookupAt: null })
      .where(eq(charges.id, waiting.id));
    expect(await bench.reconciliation.revisit()).toBe(false);
  });

  // A refund that the carrier makes by hand is a refund in our ledger, with VAT, and not a
  // write-off.
  it.each([
    [
      'a payment that we do not know',
      500,
      65,
      async () => void bench.list.push(listedCharge(chargeRow(uuid(), noon), noon)),
    ],
    [
      'one that was denied before',
      500,
      65,
      async () =>
        void (await bench.both(chargeRow(uuid(), noon, { state: 'denied', reason: 'refused' }), {
          status: 'succeeded',
        })),
    ],
    [
      'what is above the price',
      200,
      26,
      async () => void (await bench.both(undefined, { amountCents: 700 })),
    ],
  ])(
    "of %s, once applied, record a refund by hand: posted once, in the month's refunds",
    async (_name, amount, vat, make) => {
      await make();
      await bench.compare();
      const id = (await bench.exceptionsIn('open'))[0]?.id ?? '';
      await expect(
        bench.reconciliation.exceptions.returned(id, 'Too early.'),
      ).rejects.toMatchObject({
        code: 'conflict',
      });
      await bench.reconciliation.exceptions.apply(id);
      const before = (await bench.ledger.settlement.statements('2026-11'))[0] as MonthStatement;
      for (let times = 0; times < 2; times++) {
        expect(
          await bench.reconciliation.exceptions.returned(id, 'They have paid it back.'),
        ).toMatchObject({
          state: 'returned',
          note: 'They have paid it back.',
        });
      }
      const posted = (await postedOf(id))
        .filter(({ cause }) => cause === 'case_refund')
        .map(({ account, amount: cents }) => [account, cents]);
      expect(posted.sort()).toEqual([
        ['carrier_receivable', -amount],
        ['refunds', amount - vat],
        ['vat_output', vat],
      ]);
      const after = (await bench.ledger.settlement.statements('2026-11'))[0] as MonthStatement;
      expect([
        after.gross - before.gross,
        after.refunds - before.refunds,
        after.vat - before.vat,
      ]).toEqual([0, amount, -vat]);
      // A second comparison leaves the decided exception as it is.
      await bench.compare();
      expect(await bench.openKinds()).toEqual([]);
      await expect(bench.reconciliation.exceptions.apply(id)).rejects.toMatchObject({
        code: 'conflict',
      });
    },
  );

  // A carrier's statement has a payment in the month in which it was made.
  it.each([
    ['a charge that it lacks', 'missing_there', -500],
    ['a payment that we lack', 'missing_here', 500],
  ] as const)(
    'about %s correct its month, whenever they are applied',
    async (_what, kind, more) => {
      const row = chargeRow(uuid(), noon);
      if (kind === 'missing_there') await bookCharges(bench.db, [row]);
      else bench.list.push(listedCharge(row, noon));
      await bench.compare();
      const grossOf = async (month: '2026-11' | '2026-12') =>
        (await bench.ledger.settlement.statements(month))[0]?.gross ?? 0;
      const [november, december] = [await grossOf('2026-11'), await grossOf('2026-12')];
      bench.clock.moveTo(new Date('2026-12-03T08:00:00Z'));
      await bench.reconciliation.exceptions.apply((await bench.exceptionsIn('open'))[0]?.id ?? '');
      expect([await grossOf('2026-11'), await grossOf('2026-12')]).toEqual([
        november + more,
        december,
      ]);
    },
  );

  it('that reversed a payment have nothing to refund', async () => {
    await bookCharges(bench.db, [chargeRow(uuid(), noon)]);
    await bench.compare();
    const id = (await bench.exceptionsIn('open'))[0]?.id ?? '';
    await bench.reconciliation.exceptions.apply(id);
    await expect(bench.reconciliation.exceptions.returned(id, 'x')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(bench.reconciliation.exceptions.returned(uuid(), 'x')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
