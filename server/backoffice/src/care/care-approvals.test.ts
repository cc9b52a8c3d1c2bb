// The list of refunds for a second person: the one that ends first is first, none is cut off, each
// person's own count, and no number that somebody typed.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, type CarePerson, createCareBench } from './care.test-kit.ts';

let bench: CareBench;
let agent: CarePerson;
let second: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  agent = await bench.person('care');
  second = await bench.person('finance');
});
afterAll(() => bench.close());

interface Listed {
  readonly id: string;
  readonly own: boolean;
  readonly expires_at: string;
  readonly asked_at: string;
}

/** Requests that were asked for one minute after another, the later ones ending later. */
const insertWaiting = (many: number, state = 'waiting') =>
  bench.product.rows(
    `insert into care_refunds (id, charge_id, reference, amount, state, reason, asked_by,
       asked_by_name, asked_at, expires_at, decided_at)
     select gen_random_uuid(), gen_random_uuid(), 'BON-' || n, 100, '${state}', 'A test', 'somebody', 'Some Body',
       '${now()}'::timestamptz + (n / 2) * interval '1 minute',
       '${now()}'::timestamptz + interval '2 days' + (n / 2) * interval '1 minute',
       ${state === 'waiting' ? 'null' : `'${now()}'`}
     from generate_series(1, ${many}) as n`,
  );
const now = (): string => bench.product.clock.now().toISOString();

/** All pages of a list, as one. */
async function pages(state: string, limit: number): Promise<Listed[]> {
  const all: Listed[] = [];
  let before = '';
  do {
    const { body } = await second.call(`approvals?state=${state}&limit=${limit}${before}`);
    all.push(...body.data);
    before = body.next === null ? '' : `&before=${body.next}`;
  } while (before !== '');
  return all;
}
const inOrder = (times: readonly string[]) => expect(times).toEqual([...times].sort());

describe('the refunds for a second person', () => {
  it('begin with the one that ends first, and are all reached in pages', async () => {
    // Older than all others, so the last of a list that begins with the newest.
    const { msisdn, charge } = await bench.paid();
    const { reference } = charge;
    const first = (await agent.act('refund', msisdn, { reference })).body.refund.approval_id;
    await bench.product.rows(
      `update care_refunds set expires_at = '${now()}'::timestamptz + interval '1 hour' where id = '${first}'`,
    );
    await insertWaiting(120);
    const { body } = await second.call('approvals?state=waiting');
    expect([body.data.length, body.data[0].id]).toEqual([50, first]);
    const all = await pages('waiting', 50);
    expect(all).toHaveLength(121);
    expect(new Set(all.map(({ id }) => id)).size).toBe(121);
    inOrder(all.map((one) => one.expires_at));
    expect(await pages('waiting', 7)).toEqual(all);
  });

  it('are counted whole, and for each person those which that person may decide', async () => {
    const boss = await bench.person('administrator');
    const countOf = async (person: CarePerson) => {
      const { body } = await person.call('approvals?state=refused&limit=1');
      return [body.waiting, body.may_decide] as const;
    };
    const [before] = await countOf(second);
    expect(before).toBeGreaterThan(50);
    const { msisdn, charge } = await bench.paid();
    await boss.act('refund', msisdn, { reference: charge.reference });
    expect(await countOf(second)).toEqual([before + 1, before + 1]);
    expect(await countOf(boss)).toEqual([before + 1, before]);
    // Whoever answers callers decides no refund.
    expect(await countOf(agent)).toEqual([before + 1, 0]);
  });

  it('that are decided come newest first, in pages too', async () => {
    await insertWaiting(9, 'refused');
    const all = await pages('refused', 4);
    expect(all).toHaveLength(9);
    expect(new Set(all.map(({ id }) => id)).size).toBe(9);
    inOrder(all.map((one) => one.asked_at).reverse());
  });

  it('end after a place that is none', async () => {
    const { body } = await second.call(`approvals?state=waiting&before=${randomUUID()}`);
    expect([body.data, body.next]).toEqual([[], null]);
  });

  it('have no number that somebody typed into a reason; it is whole at the number', async () => {
    const { msisdn, charge } = await bench.paid();
    const reason = `Caller 0${msisdn.slice(2)} paid twice`;
    const asked = { reference: charge.reference, reason };
    const id = (await agent.act('refund', msisdn, asked)).body.refund.approval_id;
    const refused = await second.call(`approvals/${id}/refuse`, { reason: `No: +${msisdn}` });
    const { body } = await second.call('approvals?state=refused');
    for (const one of [refused.body.approval, body.data.find((row: Listed) => row.id === id)])
      expect(one).toMatchObject({
        reason: 'Caller [number] paid twice',
        decided_reason: 'No: [number]',
      });
    const page = await agent.call('timeline', { handle: await agent.open(msisdn) });
    expect(JSON.stringify(page.body)).toContain(reason);
  });
});
