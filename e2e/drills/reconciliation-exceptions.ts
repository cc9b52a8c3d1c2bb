// What an operator does with payments that the carrier has and the database has not.
import { expect } from 'vitest';
import { createBrowser } from '../product/process.test-kit.ts';
import type { Booked } from './books.ts';

interface Ops {
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }>;
}

/**
 * Applies each reconciliation exception of a missing payment, and gives its money back; returns
 * their number.
 */
export async function resolveExceptions(ops: Ops): Promise<number> {
  for (let resolved = 0; ; ) {
    const { body } = await ops.call(
      'GET',
      '/ops/reconciliation-exceptions?state=open&kind=missing_here&limit=100',
    );
    const page = (body as { data: { id: string }[] }).data;
    if (page.length === 0) return resolved;
    for (const { id } of page) {
      expect((await ops.call('POST', `/ops/reconciliation-exceptions/${id}/apply`)).status).toBe(
        200,
      );
      const note = 'The carrier gave it back';
      expect(
        (await ops.call('POST', `/ops/reconciliation-exceptions/${id}/returned`, { note })).status,
      ).toBe(200);
    }
    resolved += page.length;
  }
}

/** How many payments of each number the carrier has taken. */
export async function takenFromEach(
  { carrier }: Pick<Booked, 'carrier'>,
  msisdns: Iterable<string>,
): Promise<number[]> {
  const asked = createBrowser(carrier.url);
  const taken: number[] = [];
  for (const msisdn of msisdns) {
    const { body } = await asked.call('GET', `/sim/charges?msisdn=${msisdn}`);
    taken.push((body as { status: string }[]).filter((one) => one.status === 'succeeded').length);
  }
  return taken;
}
