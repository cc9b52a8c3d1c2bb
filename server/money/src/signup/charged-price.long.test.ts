// WASPA 15 over the database: whatever prices, offers and answers there are, each charge is what
// the newest consent of its subscription says. The domain has the same property of its rules.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Compared, liveThrough } from './charged-price.test-kit.ts';
import { EVERY_KIND, priceSteps } from './charged-price-steps.test-kit.ts';

it('charges what the newest consent says, through prices, offers, answers, changes and ends', async () => {
  const compared: Compared = { charges: 0, accepted: 0, kept: 0, keyed: 0 };
  await fc.assert(
    fc.asyncProperty(priceSteps, (steps) => liveThrough(steps, compared)),
    { numRuns: 20, examples: [[EVERY_KIND]] },
  );
  expect(compared.charges).toBeGreaterThan(50);
  expect(compared.accepted).toBeGreaterThan(3);
  expect(compared.kept).toBeGreaterThan(10);
  expect(compared.keyed).toBeGreaterThan(3);
}, 1_200_000);
