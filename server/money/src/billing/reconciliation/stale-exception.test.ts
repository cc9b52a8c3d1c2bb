// A payment that the carrier's books showed alone, and that was booked before a person applied its
// exception: posting the exception too would count the money twice.

import { newId } from '@bonisa/kit/ids';
import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPosting } from '../../ledger/posting.repository.ts';
import { chargeTaken } from '../../ledger/postings.ts';
import { charges } from '../billing.tables.ts';
import { finish } from './comparison.service.ts';
import type { PlacedEntry } from './reconciliation.repository.ts';
import {
  bookCharges,
  chargeRow,
  createReconciliationBench,
  DAY,
  noon,
  type ReconciliationBench,
} from './reconciliation.test-kit.ts';

let bench: ReconciliationBench;
beforeAll(async () => {
  bench = await createReconciliationBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

describe('an exception of a payment that we lack', () => {
  const compareFile = async (...lines: readonly Partial<PlacedEntry>[]) => {
    async function* entries(): AsyncGenerator<PlacedEntry> {
      for (const [index, line] of lines.entries())
        yield {
          reference: null,
          carrierPaymentId: null,
          amount: 500,
          status: 'succeeded',
          at: noon,
          place: index + 2,
          ...line,
        };
    }
    return await finish(bench.reconciliation.byFile(DAY, entries()));
  };
  const theException = async () => {
    const [one, ...others] = await bench.exceptionsIn('open');
    expect([one?.kind, others]).toEqual(['missing_here', []]);
    return one?.id ?? '';
  };
  const apply = (id: string) => bench.reconciliation.exceptions.apply(id);
  /** What a lookup writes that finds the payment. */
  const find = async (id: string, carrierPaymentId: string | null): Promise<void> => {
    const decidedAt = bench.clock.now();
    await bench.db
      .update(charges)
      .set({ state: 'succeeded', carrierPaymentId, decidedAt, lookupAt: null })
      .where(eq(charges.id, id));
    const lines = chargeTaken(500, 65);
    await createPosting(newId)(bench.db, [
      { cause: 'charge', causeId: id, carrierId: 'karoo', at: decidedAt, lines },
    ]);
  };
  const unknown = { state: 'unknown', lookupAt: noon } as const;

  it('is not applied once its payment is booked, and a comparison resolves it', async () => {
    const row = chargeRow(uuid(), noon, unknown);
    await bookCharges(bench.db, [row]);
    await compareFile({ carrierPaymentId: 'P1' });
    const id = await theException();
    await find(row.id, 'P1');
    await expect(apply(id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('compare that day again first'),
    });
    await compareFile({ carrierPaymentId: 'P1' });
    expect((await bench.exceptionsIn('resolved')).map((one) => one.id)).toEqual([id]);
  });

  it('is applied while the charge beside it has another payment, or is of another carrier', async () => {
    await compareFile({ carrierPaymentId: 'P1' });
    const id = await theException();
    await bookCharges(bench.db, [
      chargeRow(uuid(), noon, { carrierPaymentId: 'P2' }),
      chargeRow(uuid(), noon, { carrierPaymentId: 'P1', carrierId: 'other' }),
      chargeRow(uuid(), noon, { carrierPaymentId: 'P1', state: 'denied', reason: 'refused' }),
    ]);
    expect(await apply(id)).toMatchObject({ state: 'applied' });
  });

  it('without an id is not applied once a charge of its reference has come out', async () => {
    await compareFile({ reference: 'BON-1' });
    const id = await theException();
    const decidedAt = new Date(bench.clock.now().getTime() + 60_000);
    const row = chargeRow(uuid(), noon, { reference: 'BON-1', carrierPaymentId: 'P1', decidedAt });
    await bookCharges(bench.db, [row]);
    await expect(apply(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('without an id is applied where the file has the payment twice', async () => {
    const row = chargeRow(uuid(), noon, unknown);
    await bookCharges(bench.db, [row]);
    const { reference } = row;
    await find(row.id, 'P1');
    await compareFile({ reference }, { reference });
    expect(await apply(await theException())).toMatchObject({ state: 'applied' });
  });
});
