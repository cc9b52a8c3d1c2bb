// The filters of the audit and its file: South African days, words, people, a bounded CSV.
import { MOST_AUDIT_LINES } from '@bonisa/contract/studio/audit.calls';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  createPerson,
  createSession,
  type Person,
  type TestSession,
} from './staff.test-kit.ts';

const PATH = '/studio/api/audit';

let product: TestProduct;
let studio: FastifyInstance;
let operator: Person;
let session: TestSession;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  operator = await createPerson(product, ['operator']);
  session = await createSession(product, operator);
  // 23:30 and 00:30 in South Africa: two days there, one day in UTC.
  await entry('2020-05-10T21:30:00Z', { reason: 'The 100% refund_of a Caller', action: 'careOne' });
  await entry('2020-05-10T22:30:00Z', { reason: '=1+1', action: 'careTwo' });
  await entry('2020-05-11T08:00:00Z', { actorKind: 'command', actorId: '', actor: 'command' });
  await entry('2020-05-11T08:00:00Z', { actorKind: 'nobody', actorId: '', actor: 'nobody' });
});
afterAll(() => product.close());

async function entry(at: string, given: Record<string, string>): Promise<void> {
  const one = {
    actorKind: 'account',
    actorId: 'a-1',
    actor: 'Thandi',
    action: 'careTwo',
    ...given,
  };
  const { actorKind, actorId, actor, action, reason } = one as Record<string, string>;
  await product.rows(
    `insert into staff_audit (id, at, actor_kind, actor_id, actor, action, subject, reason)
     values ('${product.app.newId()}', '${at}', '${actorKind}', '${actorId}', '${actor}', '${action}', 'past',
       ${reason === undefined ? 'null' : `'${reason}'`})`,
  );
}

const read = (query: string) => ask(studio, `${PATH}${query}`, { cookie: session.cookie });
const timesOf = async (query: string) =>
  (await read(query)).body.data.map(({ at }: { at: string }) => at.slice(0, 16));

describe('the audit', () => {
  it.each([
    ['?subject=past&from=2020-05-10&to=2020-05-10', ['2020-05-10T21:30']],
    ['?subject=past&to=2020-05-10', ['2020-05-10T21:30']],
    ['?from=2020-05-11&to=2020-05-11&actor_id=a-1', ['2020-05-10T22:30']],
    ['?words=refund_OF', ['2020-05-10T21:30']],
    ['?words=100%25', ['2020-05-10T21:30']],
    // The signs of a pattern are none.
    ['?words=refund%25caller', []],
    ['?words=refundxof', []],
    ['?subject=past&actor_id=command', ['2020-05-11T08:00']],
    ['?subject=past&actor_id=nobody', ['2020-05-11T08:00']],
    ['?action=careOne&actor_id=a-1&words=caller', ['2020-05-10T21:30']],
    ['?to=2020-05-09', []],
  ])('is filtered by %s', async (query, expected) => {
    expect(await timesOf(query)).toEqual(expected);
  });

  it('follows its times page by page without a gap, whatever order its ids have', async () => {
    await entry('2019-01-01T00:00:00Z', {});
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const more = next === '' ? '' : `&before=${next}`;
      const { body } = await read(`?subject=past&limit=2${more}`);
      seen.push(...body.data.map(({ at }: { at: string }) => at.slice(0, 10)));
      next = body.next;
    }
    expect(seen).toEqual(['2020-05-11', '2020-05-11', '2020-05-10', '2020-05-10', '2019-01-01']);
  });

  it('names the people and acts that it has, each once', async () => {
    const { actors, actions } = (await read('/choices')).body;
    expect(actors.filter(({ id }: { id: string }) => id === 'a-1')).toEqual([
      { id: 'a-1', name: 'Thandi' },
    ]);
    expect(actors.slice(-2).map(({ id }: { id: string }) => id)).toEqual(['command', 'nobody']);
    expect(actions).toEqual([...new Set(actions)].toSorted());
    expect(actions).toEqual(expect.arrayContaining(['careOne', 'careTwo']));
  });

  it('is saved as a file of what is filtered, without formulas, and that is audited', async () => {
    const answer = await studio.inject({
      url: `${PATH}/file?from=2020-05-10&to=2020-05-11&actor_id=a-1`,
      headers: { cookie: `bonisa_studio=${session.cookie}` },
    });
    expect(answer.headers['content-disposition']).toContain(
      'bonisa-audit-2020-05-10-2020-05-11.csv',
    );
    const lines = answer.body.trim().split('\r\n');
    expect(lines[0]).toBe(
      'id,at,actor_kind,actor_id,actor,action,subject,reason,details,correlation_id',
    );
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 8).join(','))).toEqual([
      `2020-05-10T22:30:00.000Z,account,a-1,Thandi,careTwo,past,'=1+1`,
      '2020-05-10T21:30:00.000Z,account,a-1,Thandi,careOne,past,The 100% refund_of a Caller',
    ]);
    const [audited] = await product.rows(
      `select actor_id, details from staff_audit where action = 'studioDownloadAudit'`,
    );
    expect(audited).toEqual({
      actor_id: operator.account.id,
      details: { from: '2020-05-10', to: '2020-05-11', actor_id: 'a-1', entries: 2 },
    });
  });

  it('refuses a file of more than it may have, by name, and saves nothing', async () => {
    await product.rows(
      `insert into staff_audit (id, at, actor_kind, actor_id, actor, action, subject)
       select gen_random_uuid(), '2018-01-01T00:00:00Z', 'account', 'bulk', 'Bulk', 'careTwo', 'bulk'
       from generate_series(1, ${MOST_AUDIT_LINES + 1})`,
    );
    const { status, body } = await read('/file?actor_id=bulk');
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'from']);
    const saved = await product.rows(
      `select 1 from staff_audit where action = 'studioDownloadAudit' and details->>'actor_id' = 'bulk'`,
    );
    expect(saved).toEqual([]);
  });

  it.each(['?from=yesterday', '?from=2020-05-12&to=2020-05-11', '?words=ab', '?kind=x'])(
    'refuses %s by name',
    async (query) => {
      const { status, body } = await read(query);
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    },
  );
});
