// Which carrier a number is on, and how often the row of the number is read for it.
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { createStillClock, START } from '@bonisa/server/app.test-kit';
import { expect, it } from 'vitest';
import { type CarrierRecord, createNumberCarriers } from './number-carrier.service.ts';

const NUMBER = '27821234567' as Msisdn;
const CARRIERS = [
  { id: 'karoo', prefixes: [] },
  { id: 'vula', prefixes: ['2761'] },
] as const;

/** Number carriers over one row, and a register that knows `registered`. */
function world({ row, registered }: { row?: CarrierRecord; registered?: string } = {}) {
  const clock = createStillClock();
  const stored = { row, reads: 0, writes: 0, lookUps: 0 };
  const carriers = createNumberCarriers({
    carriers: CARRIERS,
    clock,
    askNetwork: async () => undefined,
    onMoved: () => undefined,
    ...(registered !== undefined && {
      lookUp: async () => {
        stored.lookUps++;
        return registered;
      },
    }),
    repository: {
      known: async () => {
        stored.reads++;
        return stored.row;
      },
      write: async (id, carrierId, carrierCheckedAt) => {
        stored.writes++;
        stored.row = { id, carrierId, carrierCheckedAt };
      },
      dueUnchecked: async () => [NUMBER],
    },
  });
  return { carriers, clock, stored };
}

it('reads the row of a number once for ten seconds, then sees what another process stored', async () => {
  const { carriers, clock, stored } = world({
    row: { id: 1, carrierId: 'karoo', carrierCheckedAt: START },
  });
  expect(await carriers.carrierOf(NUMBER)).toBe('karoo');
  stored.row = { id: 1, carrierId: 'vula', carrierCheckedAt: START };
  clock.by(9);
  expect([await carriers.carrierOf(NUMBER), stored.reads]).toEqual(['karoo', 1]);
  clock.by(1);
  expect([await carriers.carrierOf(NUMBER), stored.reads]).toEqual(['vula', 2]);
});

it('finds a number that has moved at its new carrier at once', async () => {
  const { carriers } = world({ row: { id: 1, carrierId: 'karoo', carrierCheckedAt: START } });
  expect(await carriers.carrierOf(NUMBER)).toBe('karoo');
  await carriers.move(NUMBER, 'vula');
  expect(await carriers.carrierOf(NUMBER)).toBe('vula');
});

it('reads no row after the caller has passed the row of the number', async () => {
  const { carriers, stored } = world();
  const row = { id: 1, carrierId: 'vula', carrierCheckedAt: START };
  expect(await carriers.carrierOfRow(NUMBER, row)).toBe('vula');
  expect(await carriers.carrierOf(NUMBER)).toBe('vula');
  expect(stored.reads).toBe(0);
});

it('stores the word of the register with the first row of a number, and asks nobody again', async () => {
  const { carriers, clock, stored } = world({ registered: 'vula' });
  expect(carriers.firstCarrierOf(NUMBER)).toEqual({ carrierId: 'karoo', carrierCheckedAt: null });
  expect(await carriers.carrierOfRow(NUMBER, undefined)).toBe('vula');
  const first = carriers.firstCarrierOf(NUMBER);
  expect(first).toEqual({ carrierId: 'vula', carrierCheckedAt: START });
  stored.row = { id: 1, ...first };
  clock.by(60);
  expect(await carriers.carrierOf(NUMBER)).toBe('vula');
  expect([stored.lookUps, stored.writes]).toEqual([1, 0]);
});

it('looks up a due number whose carrier it has just told from the row', async () => {
  const { carriers, clock, stored } = world({
    row: { id: 1, carrierId: 'karoo', carrierCheckedAt: START },
    registered: 'vula',
  });
  // The stored carrier gets too old between the two reads.
  clock.by(6 * 60 * 60 - 1);
  expect(await carriers.carrierOf(NUMBER)).toBe('karoo');
  clock.by(1);
  await carriers.checkDue('karoo', 1);
  expect(stored.row).toMatchObject({ carrierId: 'vula' });
  expect(await carriers.carrierOf(NUMBER)).toBe('vula');
});
