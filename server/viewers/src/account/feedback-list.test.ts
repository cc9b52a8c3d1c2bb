// What viewers wrote, as people of the brand read it: filtered, page by page, as a file, nameless.

import {
  ask,
  createPerson,
  createSession,
  type TestSession,
} from '@bonisa/backoffice/staff/staff.test-kit';
import { createTestProduct, freshNumber, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PATH = '/studio/api/feedback';

let product: TestProduct;
let studio: FastifyInstance;
let care: TestSession;
const number = freshNumber();
const local = `0${number.slice(2)}`;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  care = await createSession(product, await createPerson(product, ['care']));
  const rows = [
    // 23:30 and 00:30 in South Africa: two days there, one day in UTC.
    ['2026-11-23T21:30:00Z', 1, `=HYPERLINK("x") call me on ${local}`, 'payment'],
    ['2026-11-23T22:30:00Z', 2, '', 'general'],
    ['2026-11-24T10:00:00Z', 5, 'Siyabonga', 'video'],
    ['2026-11-24T10:00:00Z', 3, 'Fair', 'other'],
  ] as const;
  for (const [at, experience, comment, kind] of rows)
    await product.rows(
      `insert into feedback (id, subscriber_id, experience, comment, comment_type, platform, at)
       values ('${product.app.newId()}', 77, ${experience}, '${comment}', '${kind}', 'web-mobile', '${at}')`,
    );
});
afterAll(() => product.close());

const read = async (query = '') =>
  (await ask(studio, `${PATH}${query}`, { cookie: care.cookie })).body;
const ratings = async (query: string) =>
  (await read(query)).data.map(({ experience }: { experience: number }) => experience);

describe('the feedback of viewers', () => {
  it('is listed newest first, without who wrote it and without numbers in its words', async () => {
    const { data, by_rating: byRating } = await read();
    expect(data).toHaveLength(4);
    expect(byRating).toEqual([1, 1, 1, 0, 1]);
    expect(data.at(-1)).toEqual({
      id: expect.any(String),
      at: '2026-11-23T21:30:00.000Z',
      experience: 1,
      kind: 'payment',
      words: '=HYPERLINK("x") call me on [number]',
      platform: 'web-mobile',
      site_version: null,
      language: null,
    });
    expect(JSON.stringify(data)).not.toContain('77,');
  });

  it.each([
    ['?kind=payment', [1]],
    ['?least=2&most=3', [3, 2]],
    ['?words_only=yes&most=2', [1]],
    ['?from=2026-11-24', [3, 5, 2]],
    ['?to=2026-11-23', [1]],
    ['?from=2026-11-25', []],
  ])('is filtered by %s, in South African days', async (query, expected) => {
    expect((await ratings(query)).toSorted()).toEqual([...expected].sort());
  });

  it('is read page by page without a gap, also within one instant', async () => {
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page = await read(`?limit=1${next === '' ? '' : `&before=${next}`}`);
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      next = page.next;
    }
    expect(seen).toEqual((await read()).data.map(({ id }: { id: string }) => id));
  });

  it('is saved as a file without formulas and numbers, and the audit has who saved it', async () => {
    const answer = await studio.inject({
      url: `${PATH}/file?kind=payment`,
      headers: { cookie: `bonisa_studio=${care.cookie}` },
    });
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toContain('bonisa-feedback.csv');
    const lines = answer.body.trim().split('\r\n');
    expect(lines[0]).toBe('id,at,experience,kind,words,platform,site_version,language');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"") call me on [number]"`);
    expect(
      await product.rows(
        `select subject, details from staff_audit where action = 'studioDownloadFeedback'`,
      ),
    ).toEqual([{ subject: 'feedback', details: { kind: 'payment' } }]);
  });

  it.each(['?from=2026-13-01', '?from=2026-11-24&to=2026-11-23', '?least=4&most=2', '?kind=x'])(
    'is refused for %s by name',
    async (query) => {
      const { status, body } = await ask(studio, `${PATH}${query}`, { cookie: care.cookie });
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    },
  );
});
