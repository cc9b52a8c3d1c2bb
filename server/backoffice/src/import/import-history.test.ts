// Which imports were written: told by the one who imports, listed, and forgotten in time.
import { createImportReporter, type ImportReport } from '@bonisa/contract/studio/import-report';
import { purgeAll } from '@bonisa/kit/jobs/housekeeping';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStaffCommand } from '../staff/staff-commands.ts';
import { ImportError } from './import-row.ts';
import { runImport } from './run-import.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const WRONG = { place: 'line 3', field: 'slug', problem: '=HYPERLINK("https://evil.example")' };

let product: TestProduct;
let studio: FastifyInstance;
let key: string;
let otherKey: string;
const keyCalled = async (name: string): Promise<string> => {
  const scopes = ['catalogue:read' as const, 'catalogue:write' as const];
  const made = { command: 'key' as const, name, scopes, days: 365 };
  return (await runStaffCommand(product.app.staff, made)).split('\n')[0] ?? '';
};
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  key = await keyCalled('importer');
  otherKey = await keyCalled('another');
});
afterAll(() => product.close());

async function ask(method: 'GET' | 'PUT', path: string, payload?: object, by = key) {
  const answer = await studio.inject({
    method,
    url: `/studio/api/imports${path}`,
    headers: { authorization: `Bearer ${by}` },
    ...(payload ? { payload } : {}),
  });
  const isJson = answer.headers['content-type']?.includes('json');
  return { status: answer.statusCode, text: answer.body, body: isJson ? answer.json() : {} };
}

const reportOf = (more: Partial<ImportReport> = {}): ImportReport => ({
  ...{ source_kind: 'file', source_name: 'catalogue.json', state: 'writing' },
  ...{ created: 0, changed: 0, unchanged: 0, deleted: 0 },
  ...{ refused: 0, problem_count: 0, problems: [], ...more },
});

async function reported(more: Partial<ImportReport>, id = crypto.randomUUID(), by = key) {
  return { id, ...(await ask('PUT', `/${id}`, reportOf(more), by)) };
}

const first = async () => (await ask('GET', '')).body.data[0];

describe('the list of imports', () => {
  it('has who imported what, from when to when, with its figures', async () => {
    const { id } = await reported({});
    expect(await first()).toMatchObject({ id, state: 'writing', ended_at: null });
    product.clock.by(MINUTE);
    await reported({ state: 'done', created: 3, unchanged: 4 }, id);
    const done = await first();
    expect(done).toMatchObject({
      ...{ id, actor: 'importer', source_kind: 'file', source_name: 'catalogue.json' },
      ...{ state: 'done', created: 3, changed: 0, unchanged: 4, has_problems: false },
    });
    expect(Date.parse(done.ended_at) - Date.parse(done.began_at)).toBe(MINUTE * 1000);
    const [line] = await product.rows(
      `select details from staff_audit where subject = 'import:${id}' order by id desc limit 1`,
    );
    expect(line).toMatchObject({ details: { state: 'done', created: 3 } });
  });

  it('is told twice without harm: figures never go back, an end is the end', async () => {
    const { id } = await reported({ created: 200 });
    await reported({ created: 100 }, id);
    expect(await first()).toMatchObject({ id, created: 200 });
    await reported({ state: 'done', created: 300 }, id);
    const late = await reported({ created: 200 }, id);
    expect([late.status, late.body.import.state, late.body.import.created]).toEqual([
      200,
      'done',
      300,
    ]);
  });

  it('lets nobody report an import of another, nor nonsense', async () => {
    const { id } = await reported({ created: 1 });
    const foreign = await reported({ state: 'done', created: 9 }, id, otherKey);
    expect([foreign.status, foreign.body.code]).toEqual([409, 'conflict']);
    expect(await first()).toMatchObject({ id, state: 'writing', created: 1, actor: 'importer' });
    for (const wrong of [
      { created: -1 },
      { source_name: '' },
      { state: 'interrupted' as never },
      { problems: Array.from({ length: 1001 }, () => WRONG) },
    ])
      expect((await reported(wrong)).status).toBe(400);
  });

  it('calls an import broken off of which nothing is heard, until it goes on', async () => {
    const { id } = await reported({});
    product.clock.by(15 * MINUTE - 1);
    expect(await first()).toMatchObject({ id, state: 'writing' });
    product.clock.by(1);
    expect(await first()).toMatchObject({ id, state: 'interrupted' });
    await reported({ created: 1 }, id);
    expect(await first()).toMatchObject({ id, state: 'writing' });
  });

  it('is read by pages, newest first', async () => {
    for (let n = 0; n < 21; n += 1) await reported({ source_name: `f-${n}.csv`, state: 'done' });
    const page = (await ask('GET', '')).body;
    expect([page.data.length, page.data[0].source_name]).toEqual([20, 'f-20.csv']);
    const next = (await ask('GET', `?before=${page.next}&limit=1`)).body;
    expect(next.data).toMatchObject([{ source_name: 'f-0.csv' }]);
  });
});

describe('the problems of an import', () => {
  it('are a file that no spreadsheet runs, for ninety days', async () => {
    const problems = { refused: 1, problem_count: 1, problems: [WRONG] };
    const { id } = await reported({ state: 'stopped', ...problems });
    expect(await first()).toMatchObject({ id, refused: 1, has_problems: true });
    const file = await ask('GET', `/${id}/problems`);
    expect(file.text.trim()).toMatch(/^place,field,problem\r?\nline 3,slug,"'=HYPERLINK/);
    product.clock.by(90 * DAY - 1);
    await purgeAll(product.app.purges);
    expect((await ask('GET', `/${id}/problems`)).status).toBe(200);
    product.clock.by(2);
    await purgeAll(product.app.purges);
    expect((await ask('GET', `/${id}/problems`)).body.code).toBe('not_found');
    const kept = (await ask('GET', '?limit=200')).body.data;
    expect(kept).toContainEqual(expect.objectContaining({ id, refused: 1, has_problems: false }));
  });
});

describe('an import that reports itself', () => {
  const rows = ['a', 'b'].map((slug) => ({
    place: `line ${slug}`,
    row: { kind: 'genre', key: slug, slug, title: slug },
  }));
  const importWith = async (apply: () => Promise<never>) => {
    const id = crypto.randomUUID();
    const { editing } = product.app.catalogue;
    const source = { source_kind: 'file', source_name: 'genres.json' } as const;
    const send = (report: ImportReport) => ask('PUT', `/${id}`, report);
    const reporter = createImportReporter(source, send);
    let batches = 0;
    const target = {
      apply: (given: readonly object[]) => (++batches === 2 ? apply() : editing.apply(given)),
      preview: (given: readonly object[]) => editing.preview(given),
    };
    const ended = await runImport({ rows, target, reporter, batchRows: 1 }).catch(
      (error: unknown) => error,
    );
    return { id, ended };
  };

  it('says why it stopped, with what was written until then', async () => {
    const refused = [{ row: 0, kind: null, key: null, field: 'slug', problem: 'is taken' }];
    const stop = async () => ({ problems: refused, results: [] }) as never;
    const { id, ended } = await importWith(stop);
    expect(ended).toBeInstanceOf(ImportError);
    expect(await first()).toMatchObject({ id, state: 'stopped', created: 1, refused: 1 });
    expect((await ask('GET', `/${id}/problems`)).text).toContain('line b,slug,is taken');
  });
});
