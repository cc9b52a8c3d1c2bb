// The list of write-offs: the one that ends first is first, none is cut off, and each person's own
// count.
import { randomUUID } from 'node:crypto';
import {
  ask,
  createPerson,
  createSession,
  type StaffRequest,
} from '@bonisa/backoffice/staff/staff.test-kit';
import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
let studio: FastifyInstance;
let finance: StaffRequest;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  finance = await createSession(product, await createPerson(product, ['finance', 'operator']));
});
afterAll(() => product.close());

interface Listed {
  readonly id: string;
  readonly asked_at: string;
  readonly expires_at: string;
}

const now = (): string => product.clock.now().toISOString();

/** Requests that were asked for one minute after another, two in each minute. */
const insert = (many: number, { state = 'waiting', by = 'somebody', daysLeft = 2 } = {}) =>
  product.rows(
    `insert into write_off_requests (id, carrier_id, month, amount, reason, once_key, state,
       asked_by, asked_by_name, asked_at, expires_at)
     select gen_random_uuid(), 'karoo', '2026-11', 100, 'A test', gen_random_uuid()::text,
       '${state}', '${by}', 'Some Body',
       '${now()}'::timestamptz + (n / 2) * interval '1 minute',
       '${now()}'::timestamptz + ${daysLeft} * interval '1 day' + (n / 2) * interval '1 minute'
     from generate_series(1, ${many}) as n`,
  );

/** A program with an API key that reads money. */
const program = async (): Promise<StaffRequest> => {
  const scopes: Scope[] = ['money:read'];
  const asked = { command: 'key' as const, name: 'Reader', scopes, days: 9 };
  const [secret] = (await runStaffCommand(product.app.staff, asked)).split('\n');
  return { headers: { authorization: `Bearer ${secret}` } };
};

const list = async (query: string, by = finance) =>
  (await ask(studio, `/studio/api/settlements/write-offs?${query}`, { ...by, csrf: undefined }))
    .body;

/** All pages of a list, as one. */
async function pages(state: string, limit: number): Promise<Listed[]> {
  const all: Listed[] = [];
  let before = '';
  do {
    const body = await list(`state=${state}&limit=${limit}${before}`);
    all.push(...body.data);
    before = body.next === null ? '' : `&before=${body.next}`;
  } while (before !== '');
  return all;
}
const inOrder = (times: readonly string[]) => expect(times).toEqual([...times].sort());
const different = (all: readonly Listed[]) => new Set(all.map(({ id }) => id)).size;

describe('the write-offs for a second person', () => {
  it('begin with the one that ends first, and are all reached in pages', async () => {
    await insert(120);
    const { data } = await list('state=waiting');
    expect(data).toHaveLength(50);
    const all = await pages('waiting', 50);
    expect([all.length, different(all)]).toEqual([120, 120]);
    inOrder(all.map((one) => one.expires_at));
    expect(await pages('waiting', 7)).toEqual(all);
  });

  it('that are over or decided come newest first, in pages too', async () => {
    await insert(9, { state: 'refused' });
    await insert(5, { daysLeft: -4 });
    for (const [state, many] of [
      ['refused', 9],
      ['expired', 5],
    ] as const) {
      const all = await pages(state, 4);
      expect([all.length, different(all)]).toEqual([many, many]);
      inOrder(all.map((one) => one.asked_at).reverse());
    }
    const everything = await pages('', 50);
    expect(different(everything)).toBe(134);
    inOrder(everything.map((one) => one.asked_at).reverse());
  });

  it('are counted whole, and for each person those which that person may decide', async () => {
    const boss = await createPerson(product, ['administrator']);
    await insert(2, { by: boss.account.id });
    const counts = async (by: StaffRequest) => {
      const { waiting, may_decide } = await list('state=refused&limit=1', by);
      return [waiting, may_decide];
    };
    expect(await counts(finance)).toEqual([122, 122]);
    expect(await counts(await createSession(product, boss))).toEqual([122, 120]);
    // A program reads the money and decides no write-off.
    expect(await counts(await program())).toEqual([122, 0]);
  });

  it('end after a place that is none', async () => {
    const { data, next } = await list(`state=waiting&before=${randomUUID()}`);
    expect([data, next]).toEqual([[], null]);
  });
});
