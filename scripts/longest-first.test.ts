import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongestFirst } from './longest-first.ts';

const project = { name: 'processes', config: { root: '/repository', sequence: { groupOrder: 0 } } };
const file = (path: string) => ({ moduleId: `/repository/${path}`, project }) as TestSpecification;
/** The files' times in an earlier run; a skipped test took none. */
const DURATIONS: Record<string, number> = {
  'apps/server/src/site.test.ts': 20_000,
  'apps/simulation/src/kill.test.ts': 0,
  'e2e/product/process.test.ts': 1,
  'e2e/product/starts.test.ts': 2,
  'apps/server/src/signup/accept.test.ts': 9000,
};

it('begins with simulations and product starts, then with what took longest', async () => {
  const cache = {
    getTestSpecificationResult: ({ moduleId }: TestSpecification) => ({
      failed: false,
      duration: DURATIONS[moduleId.slice('/repository/'.length)],
    }),
  };
  const order = new LongestFirst({ cache } as unknown as Vitest);
  const sorted = await order.sort(Object.keys(DURATIONS).map(file));
  expect(sorted.map(({ moduleId }) => moduleId.slice('/repository/'.length))).toEqual([
    'apps/simulation/src/kill.test.ts',
    'e2e/product/starts.test.ts',
    'e2e/product/process.test.ts',
    'apps/server/src/site.test.ts',
    'apps/server/src/signup/accept.test.ts',
  ]);
});
