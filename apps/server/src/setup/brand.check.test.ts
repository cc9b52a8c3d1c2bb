// What `check-config` says of the brand that a start takes from the database. R8
import { createLegalRecord } from '@bonisa/content/legal/legal-record';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStillClock } from '../app.test-kit.ts';
import { readConfig } from '../config.ts';
import { brandStartProblems } from './brand.check.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());

const problems = (variables: Record<string, string> = {}) =>
  brandStartProblems(open.db, readConfig(variables));
const publish = (number: number, files: object) =>
  open.db.execute(
    sql`insert into brand_versions (number, files, made_by, made_at, published_at)
      values (${number}, ${JSON.stringify(files)}::jsonb, 'a test', now(), now())`,
  );
const brandJson = (name: string) =>
  JSON.stringify({ name, colours: { page: '#101010', text: '#ffffff', accent: '#ffcc00' } });
const terms = (words: string) => `version: 2027-01-01\n\n## Who we are\n\n${words}`;

it('finds nothing where nothing was published, or a version without a fault', async () => {
  expect(await problems()).toEqual([]);
  await publish(1, { 'brand.json': brandJson('Vula'), 'terms.md': terms('{company} runs it.') });
  expect(await problems()).toEqual([]);
});

it('finds other words under a version of the terms that was shown before', async () => {
  const sections = [['Who we are', 'Other words.']] as const;
  const own = { terms: { version: '2027-01-01', sections } };
  const clock = createStillClock();
  await createLegalRecord({ db: open.db, own, origin: 'a test', clock }).start();
  expect(await problems()).toEqual([
    {
      ...{ level: 'error', name: 'brand version 1 of the studio' },
      says: expect.stringMatching(/^terms\.md: the text has changed/),
    },
  ]);
});

it('finds what a start would refuse, which BRAND_FROM=folder leads past', async () => {
  await publish(2, { 'brand.json': brandJson('Vula ✨') });
  expect(await problems()).toEqual([
    expect.objectContaining({ says: expect.stringContaining('brand.json: name: must be plain') }),
    expect.objectContaining({ says: expect.stringContaining('BRAND_FROM=folder') }),
  ]);
  expect(await problems({ BRAND_FROM: 'folder' })).toEqual([]);
});
