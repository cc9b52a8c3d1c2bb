import { parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import type { FoundCarrier } from '@bonisa/people/numbers/number-carrier.service';
import { expect, it } from 'vitest';
import { createHasMoved } from './number-move.service.ts';

const msisdn = parseMsisdn('0829990001');
if (!msisdn) throw new Error('not a number');
const CHARGE = { subscriptionId: 'subscription-1', carrierId: 'karoo' };

function build(found: FoundCarrier | undefined, { taken = true, isAlone = false } = {}) {
  const moved: string[] = [];
  const hasMoved = createHasMoved({
    numberCarriers: {
      isAlone,
      find: async () => found,
      move: async (_msisdn, carrierId) => void moved.push(carrierId),
    },
    charges: { hasTaken: async () => taken },
  });
  return { moved, hasMoved: () => hasMoved(CHARGE, msisdn ?? expect.unreachable()) };
}

it('follows a number to the carrier that the register names', async () => {
  const { hasMoved, moved } = build({ carrierId: 'vula', by: 'register' }, { taken: false });
  expect(await hasMoved()).toBe(true);
  expect(moved).toEqual(['vula']);
});

it('follows a number to the carrier that knows it where the old one has taken money before', async () => {
  const { hasMoved, moved } = build({ carrierId: 'vula', by: 'carriers' });
  expect(await hasMoved()).toBe(true);
  expect(moved).toEqual(['vula']);
});

it('does not follow a number that the old carrier never charged, on the carriers’ word alone', async () => {
  const { hasMoved, moved } = build({ carrierId: 'vula', by: 'carriers' }, { taken: false });
  expect(await hasMoved()).toBe(false);
  expect(moved).toEqual([]);
});

it.each([
  ['nobody knows the number', undefined, false],
  ['the register still names the same carrier', { carrierId: 'karoo', by: 'register' }, false],
  ['only one carrier is configured', { carrierId: 'vula', by: 'register' }, true],
] as const)('does not follow a number where %s', async (_when, found, isAlone) => {
  const { hasMoved, moved } = build(found, { isAlone });
  expect(await hasMoved()).toBe(false);
  expect(moved).toEqual([]);
});
