// Versions of the brand that the studio makes and publishes. R8
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLegalRecord } from '@bonisa/content/legal/legal-record';
import type { BrandTextFiles } from '@bonisa/domain/brand/brand-files';
import { purgeAll } from '@bonisa/kit/jobs/housekeeping';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { readConfig } from '@bonisa/server/config';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, createPerson, createSession, type TestSession } from '../staff/staff.test-kit.ts';
import { brandOfStart } from './published-brand.ts';

const KAROO = join(import.meta.dirname, '../../../../packages/demo-content/brands/karoo-play');
const BRAND = '/studio/api/brand';
const LEGAL = 'version: 2027-01-01\n\n## Who we are\n\n{service} is run by {company}.';

let product: TestProduct;
let studio: FastifyInstance;
let session: TestSession;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off', BRAND_DIR: KAROO, BRAND_CARRIER: 'Kudu' });
  studio = await product.studio();
  session = await createSession(product, await createPerson(product, ['administrator']));
});
afterAll(() => product.close());

const get = (path: string) => ask(studio, BRAND + path, session);
const post = (path: string, body: object) => ask(studio, BRAND + path, { ...session, body });
const newest = async (): Promise<number | null> =>
  (await get('/versions')).body.data[0]?.number ?? null;
const save = async (files: BrandTextFiles, after?: number | null) =>
  post('/versions', {
    files,
    began_with: null,
    after: after === undefined ? await newest() : after,
  });
const publish = (number: number) => post(`/versions/${number}/publish`, { reason: 'New colours' });
const folder = async (): Promise<BrandTextFiles> => (await get('/folder')).body.files;
const withFields = (files: BrandTextFiles, fields: object): BrandTextFiles => ({
  ...files,
  'brand.json': JSON.stringify({ ...JSON.parse(files['brand.json'] ?? ''), ...fields }),
});
/** What another process takes when it starts. */
const nextStart = (variables: Record<string, string> = { BRAND_DIR: KAROO }) =>
  brandOfStart(product.open.db, readConfig(variables).brand);

describe('versions of the brand', () => {
  it('makes numbered versions that begin with the files of the folder, byte for byte', async () => {
    const files = await folder();
    expect(files['logo.svg']).toBe(readFileSync(join(KAROO, 'logo.svg'), 'utf8'));
    const { status, body } = await save(withFields(files, { name: 'Karoo Two' }), null);
    expect([status, body.version]).toMatchObject([200, { number: 1, published: null }]);
    expect((await get('/versions/1')).body.files['terms.md']).toBe(files['terms.md']);
    expect((await nextStart()).name).toBe('Karoo Play');
    expect((await get('')).body).toMatchObject({ version: null, published: null });
  });

  it('refuses a save or a publication that is older than the newest version, which stays', async () => {
    const refused = await save(await folder(), null);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.description).toMatch(/Person \d+ made version 1/);
    const files = await folder();
    const both = await Promise.all([save(files, 1), save(files, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await publish(1)).body.code).toBe('conflict');
  });

  it('publishes a version for the next start, and says who did it, when and why', async () => {
    const { body } = await save(withFields(await folder(), { name: 'Karoo New' }));
    const { number } = body.version;
    expect((await publish(number)).body.version).toMatchObject({
      published: { by: body.version.made_by, reason: 'New colours' },
    });
    const taken = await nextStart({ BRAND_DIR: KAROO, BRAND_CARRIER: 'Kudu' });
    expect(taken).toMatchObject({ name: 'Karoo New', carrier: 'Kudu', version: number });
    expect(taken.folder?.logo?.svg).toMatch(/^<svg/);
    expect((await nextStart({})).name).toBe('Karoo New');
    expect((await nextStart({ BRAND_FROM: 'folder', BRAND_DIR: KAROO })).name).toBe('Karoo Play');
    expect((await get('')).body).toMatchObject({
      ...{ name: 'Karoo Play', version: null, published: number },
      variables: [{ variable: 'BRAND_CARRIER', field: 'carrier' }],
    });
    const [line] = await product.rows(
      `select action, reason from staff_audit where subject = 'brand:${number}' order by id desc limit 1`,
    );
    expect(line).toEqual({ action: 'studioPublishBrand', reason: 'New colours' });
    expect((await publish(number)).body.code).toBe('conflict');
  });

  it('refuses to publish a version with faults, each at its file and field', async () => {
    const files = {
      ...withFields(await folder(), { supportNumber: 12, colours: { page: '#ffffff' } }),
      'terms.md': LEGAL.replace('{company}', '{owner}'),
      'display.woff2': Buffer.from('OTTO').toString('base64'),
    };
    const { problems } = (await post('/check', { files })).body;
    const { body } = await save(files);
    const before = await nextStart();
    const refused = await publish(body.version.number);
    expect([refused.status, refused.body.code]).toEqual([409, 'cannot_publish']);
    expect(refused.body.fields.map(({ field }: { field: string }) => field)).toEqual([
      'brand.json: supportNumber',
      'brand.json: colours.text',
      'brand.json: colours.accent',
      'display.woff2',
      'terms.md',
    ]);
    expect(problems).toHaveLength(5);
    expect(await nextStart()).toEqual(before);
    expect((await post('/check', { files: { 'display.woff2': '?' } })).status).toBe(400);
    expect((await post('/check', { files: { 'other.md': '' } })).status).toBe(400);
  });

  it('refuses other words of a legal text under a date that was published, though nobody saw it', async () => {
    const first = await save({ ...(await folder()), 'terms.md': LEGAL });
    expect((await publish(first.body.version.number)).status).toBe(200);
    const { legal } = await nextStart();
    expect(legal.terms).toBe('2027-01-01');
    const changed = { ...(await folder()), 'terms.md': `${LEGAL} It sells video.` };
    const checked = (await post('/check', { files: changed })).body;
    expect(checked.problems).toEqual([
      expect.objectContaining({
        file: 'terms.md',
        problem: expect.stringContaining('new version'),
      }),
    ]);
    expect(checked.shown.terms.sections[0].paragraphs).toEqual([
      expect.stringMatching(/^Karoo Play is run by .* It sells video\.$/),
    ]);
    const draft = await save(changed);
    expect((await publish(draft.body.version.number)).body.code).toBe('cannot_publish');
    const dated = changed['terms.md'].replace('2027-01-01', '2027-02-01');
    const again = await save({ ...changed, 'terms.md': dated });
    expect((await publish(again.body.version.number)).status).toBe(200);
    const { folder: own } = await nextStart();
    const { db, clock } = { ...product.app, db: product.open.db };
    await createLegalRecord({ db, own, origin: 'test', clock }).start();
  });

  it('refuses a start with a published version that has a fault, and says how to go on', async () => {
    const number = (await get('')).body.published;
    const faulty = sql`update brand_versions set files = jsonb_set(files, '{logo.svg}', '"GIF"') where number = ${number}`;
    const { files } = (await get(`/versions/${number}`)).body;
    await product.open.db.execute(faulty);
    await expect(nextStart()).rejects.toMatchObject({
      problems: [
        expect.stringMatching(`^brand version ${number} of the studio: logo.svg: must be an SVG`),
        expect.stringContaining('BRAND_FROM=folder'),
      ],
    });
    await product.open.db.execute(
      sql`update brand_versions set files = ${JSON.stringify(files)}::jsonb where number = ${number}`,
    );
  });

  it('deletes old drafts, and never a published version', async () => {
    const published = (await get('')).body.published;
    await product.open.db.execute(
      sql`insert into brand_versions (number, files, made_by, made_at) select n, '{}', 'a test', now() from generate_series(${published + 1}::int, 200) n`,
    );
    await purgeAll(product.app.purges);
    const left = await product.rows(
      'select published_at is not null as published, count(*)::int as n, min(number) as first from brand_versions group by 1 order by 1',
    );
    expect(left).toMatchObject([
      { published: false, n: 100, first: 101 },
      { published: true, n: 3 },
    ]);
  });
});
