// The number behind a feedback: who may open it, why it is written down, and what never shows it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CareBench, type CarePerson, createCareBench } from './care.test-kit.ts';

const NOBODYS_ID = '018f0000-0000-7000-8000-000000000000';
const WHY = { reason: 'Wrote that a payment failed' };

let bench: CareBench;
let agent: CarePerson;
beforeAll(async () => {
  bench = await createCareBench();
  agent = await bench.person('care');
});
afterAll(() => bench.close());

/** A subscriber's feedback, as the list of the studio names it. */
async function written(): Promise<{
  msisdn: string;
  id: string;
  visitor: Awaited<ReturnType<CareBench['paid']>>['visitor'];
}> {
  const { msisdn, visitor } = await bench.paid();
  await visitor.call('feedback', { experience: 1, comment: 'The payment failed' });
  const [row] = await bench.product.rows(
    `select f.id from feedback f join subscribers s on s.id = f.subscriber_id
     where s.msisdn = '${msisdn}'`,
  );
  return { msisdn, id: String(row?.id), visitor };
}

describe('the number behind a feedback', () => {
  it('is opened for a reason, and its handle serves the other calls of care', async () => {
    const { msisdn, id } = await written();
    const { status, body } = await agent.call(`feedback/${id}/open`, WHY);
    expect([status, body.summary.number.replaceAll(' ', '')]).toEqual([200, `0${msisdn.slice(2)}`]);
    const page = await agent.call('timeline', { handle: body.handle });
    expect(page.body.data.some(({ kind }: { kind: string }) => kind === 'charge')).toBe(true);
  });

  it('stands in the audit by ids, with the reason, and counts as a look', async () => {
    const { msisdn, id } = await written();
    const left = async (reason: string) =>
      (await agent.call(`feedback/${id}/open`, { reason })).body.looks_left as number;
    const before = await left(`Says ${msisdn} was charged twice`);
    expect(await left('Looked again')).toBe(before - 1);
    expect((await bench.audit('studioCareOpenFeedback')).slice(-2)).toMatchObject([
      { reason: 'Says [number] was charged twice', details: { feedback: id } },
      {
        actor: agent.person.account.name,
        subject: expect.stringMatching(/^subscriber:\d+$/),
        reason: 'Looked again',
        details: { feedback: id },
      },
    ]);
    const all = JSON.stringify(await bench.product.rows('select * from staff_audit'));
    expect(all).not.toContain(msisdn.slice(2));
  });

  it('is not opened without a reason, nor for a feedback that is not there', async () => {
    const { id } = await written();
    const before = (await bench.audit('studioCareOpenFeedback')).length;
    for (const body of [{}, { reason: '  ' }, { reason: 'x', msisdn: '1' }])
      expect(await agent.call(`feedback/${id}/open`, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    expect(await agent.call(`feedback/${NOBODYS_ID}/open`, WHY)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await bench.audit('studioCareOpenFeedback')).toHaveLength(before);
  });

  it.each([
    ['finance, who may not read feedback', 'finance'],
    ['a publisher, who may not look at numbers', 'publisher'],
    ['an operator, who may not look at numbers', 'operator'],
  ] as const)('is refused to %s', async (_who, role) => {
    const { id } = await written();
    const { status, body } = await (await bench.person(role)).call(`feedback/${id}/open`, WHY);
    expect([status, body.code]).toEqual([403, 'scope_missing']);
  });

  it('is opened by a program only with both scopes', async () => {
    const { id } = await written();
    const one = await bench.program('care:read');
    expect((await one.call(`feedback/${id}/open`, WHY)).body.code).toBe('scope_missing');
    const both = await bench.program('care:read', 'feedback:read');
    expect((await both.call(`feedback/${id}/open`, WHY)).status).toBe(200);
  });

  it('is not there any more once the subscriber has removed the data', async () => {
    const { id, visitor } = await written();
    await visitor.call('deletePersonalData', { confirm: 'delete' });
    await bench.product.app.scheduler.runDue();
    expect((await agent.call(`feedback/${id}/open`, WHY)).status).toBe(404);
  });
});
