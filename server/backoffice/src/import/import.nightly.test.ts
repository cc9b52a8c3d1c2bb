import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestCatalogue, type TestCatalogue } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import { type ImportRow, withDefaults } from '@bonisa/contract/studio/import-run';
import { readDemoContent } from '@bonisa/demo-content/demo-content';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogueFileSchema } from '../../../content/src/editing/editing.routes.ts';
import { fileProgress } from './import-progress.ts';
import { inOrder, rowsOfDocument } from './import-row.ts';
import { contentOf } from './import-source.ts';
import { leaveOutRefused } from './leave-out.ts';
import { type ImportTarget, importDigest, runImport } from './run-import.ts';

let open: OpenDatabase;
let kit: TestCatalogue;
let folder: string;
beforeAll(async () => {
  open = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
});
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});

const FEED = { name: 'the feed', format: 'mrss', kind: 'video' } as const;

const target = (): ImportTarget => ({
  apply: (rows) => kit.editing.apply(rows),
  preview: (rows, assumed) => kit.editing.preview(rows, { assumed }),
});

const importRows = (rows: readonly object[]): ImportRow[] =>
  inOrder(rows.map((row, at) => ({ place: `row ${at}`, row: row as ImportRow['row'] })));

describe('an import', () => {
  it('loads the demo, and changes nothing when it comes again', async () => {
    const rows = rowsOfDocument(readDemoContent().catalogue);
    const first = await runImport({ rows, target: target() });
    expect(first).toMatchObject({ created: rows.length, changed: 0 });
    const version = kit.catalogue.currentVersion();
    const again = await runImport({ rows, target: target(), dryRun: true });
    expect(again).toMatchObject({ unchanged: rows.length, changes: [] });
    expect(kit.catalogue.currentVersion()).toBe(version);
  });

  it('may split rows at any place: a dry run knows what earlier batches would create', async () => {
    const rows = importRows(ROWS);
    const dry = await runImport({ rows, target: target(), dryRun: true, batchRows: 1 });
    expect(dry).toMatchObject({ created: rows.length });
    expect(await kit.catalogue.isEmpty()).toBe(true);
    const done = await runImport({ rows, target: target(), batchRows: 1 });
    expect(done.created).toBe(rows.length);
  });

  it('finds entries of earlier batches by their slugs and places too', async () => {
    const [genre, person, ...rest] = ROWS;
    const named = [...[genre, person], ...rest.filter(({ kind }) => kind === 'channel')];
    const rows = importRows([
      ...(named as object[]),
      { ...rest.find(({ kind }) => kind === 'category'), key: 'own-category' },
      { ...rest.find(({ kind }) => kind === 'show'), key: 's-1' },
      { ...rest.find(({ kind }) => kind === 'season'), key: 'own-season', show: 's-1' },
      { ...rest.find(({ kind }) => kind === 'episode'), show: 'lamp', season: 1 },
      videoRow({ key: 'v-1', slug: 'one', channel: 'ekhaya', category: 'family' }),
    ]);
    const done = await runImport({ rows, target: target(), batchRows: 1 });
    expect(done.created).toBe(rows.length);
  });

  it('names a slug that an earlier batch has taken, and writes nothing', async () => {
    const rows = importRows([...ROWS, videoRow({ key: 'v-2', slug: 'umuzi' })]);
    await expect(runImport({ rows, target: target(), batchRows: 1 })).rejects.toMatchObject({
      lines: [expect.stringMatching(/^row 13: slug: is that of row \d+ already$/)],
    });
    expect(await kit.catalogue.isEmpty()).toBe(true);
  });

  it('names the problems of all batches with their places, and writes nothing', async () => {
    const wrong = [...ROWS, videoRow({ key: 'v-2', slug: 'two', genre: 'opera' })];
    const rows = importRows([...wrong, videoRow({ key: 'v-1', slug: 'again' })]);
    await expect(runImport({ rows, target: target(), batchRows: 4 })).rejects.toMatchObject({
      lines: [
        expect.stringMatching(/^row 14: key: is that of row 8 already$/),
        "row 13: genre: there is no genre 'opera'",
      ],
    });
    expect(await kit.catalogue.isEmpty()).toBe(true);
  });

  it('overwrites no entry by a later one of the same slug, in whichever batch it is', async () => {
    await kit.editing.apply(ROWS);
    const film = videoRow({ slug: 'one' });
    const rows = importRows([
      film,
      videoRow({ key: 'v-8', slug: 'eight' }),
      { ...film, title: 'Another' },
    ]);
    for (const batchRows of [2, 3])
      await expect(runImport({ rows, target: target(), batchRows })).rejects.toMatchObject({
        lines: ['row 2: key: is that of row 0 already'],
      });
  });

  it('goes on after an interruption without doing a batch again', async () => {
    const rows = importRows(ROWS);
    const progress = fileProgress(folder, importDigest(rows, 'here'));
    let applied = 0;
    const breaking: ImportTarget = {
      ...target(),
      apply: async (batch) => {
        if (applied === 3) throw new Error('the line broke');
        applied += 1;
        return await kit.editing.apply(batch);
      },
    };
    await expect(runImport({ rows, target: breaking, batchRows: 2, progress })).rejects.toThrow(
      'the line broke',
    );
    const second = await runImport({ rows, target: target(), batchRows: 2, progress });
    expect(second).toMatchObject({ created: rows.length - 6, unchanged: 0 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('sends all again where the catalogue was restored from before it', async () => {
    const rows = importRows(ROWS);
    const progress = fileProgress(folder, importDigest(rows, 'here'));
    await progress.record(3);
    const second = await runImport({ rows, target: target(), batchRows: 2, progress });
    expect(second).toMatchObject({ created: rows.length, unchanged: 0 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('of a feed leaves out the items that the catalogue refuses, and names them', async () => {
    await kit.editing.apply(ROWS);
    const item = (at: number, more: string): string =>
      `<item><guid>f-${at}</guid><title>Film ${at}</title>${more}</item>`;
    const about = '<description>One lamp.</description>';
    const credit = '<media:credit role="actor">Sipho</media:credit>';
    const feed = (items: string) =>
      `<rss><channel><pubDate/><language>zu</language>${items}</channel></rss>`;
    const defaults = {
      ...{ genre: 'drama', channel: 'c-1', ratingAge: 'PG', ratingAdvice: [], year: 2026 },
    };
    const rowsOf = (items: string) =>
      withDefaults(contentOf(Buffer.from(feed(items)), FEED).rows, defaults);
    const rows = rowsOf(item(0, about) + item(1, credit) + item(2, about));
    const left = await leaveOutRefused(rows, target(), 2);
    expect(left.refused).toEqual([
      'item 1: description: must be given',
      'item 1: synopsis: must be given',
    ]);
    expect(left.rows.map(({ row }) => row.key)).toEqual(['f-0', 'f-2']);
    await runImport({ rows: left.rows, target: target() });
    // One that exists keeps what it has.
    const later = await leaveOutRefused(rowsOf(item(0, '') + item(3, about)), target());
    expect(later).toMatchObject({ refused: [], rows: [{ place: 'item 0' }, { place: 'item 1' }] });
    await expect(leaveOutRefused(rowsOf(item(4, '')), target())).rejects.toThrow(
      'item 0: synopsis',
    );
  });

  it('of two feeds with the same guids leaves each its own titles, also when it comes again', async () => {
    await kit.editing.apply(ROWS);
    const rowsOf = (host: string, title: string) =>
      withDefaults(
        contentOf(
          Buffer.from(
            `<rss><channel><link>https://${host}/</link><item><guid>1</guid><title>${title}</title>
            <description>Words.</description></item></channel></rss>`,
          ),
          FEED,
        ).rows,
        {
          genre: 'drama',
          channel: 'c-1',
          ratingAge: 'PG',
          ratingAdvice: [],
          year: 2026,
          languages: ['zu'],
        },
      );
    const load = (host: string, title: string) =>
      runImport({ rows: rowsOf(host, title), target: target() });
    expect(await load('a.example', 'Umuzi')).toMatchObject({ created: 1 });
    expect(await load('b.example', 'Isibane')).toMatchObject({ created: 1, changed: 0 });
    expect(await load('www.a.example', 'Umuzi')).toMatchObject({ created: 0, unchanged: 1 });
    // A feed whose title is that of another partner gets another address.
    expect(await load('b.example', 'Umuzi')).toMatchObject({ changed: 1 });
    expect(await load('c.example', 'Umuzi')).toMatchObject({ created: 1 });
  });

  it('is refused before it begins where it cannot write how far it is', async () => {
    const catalogue = join(folder, 'catalogue.json');
    await writeFile(catalogue, '{"genres": [{"slug": "drama", "title": "Drama"}]}');
    // A file is no folder to write into, also for root.
    const nowhere = spawnSync(
      process.execPath,
      [
        ...['--import', join(import.meta.dirname, '../../../../scripts/drizzle-imports.mjs')],
        ...[
          join(import.meta.dirname, '../../../../apps/server/src/commands/import.process.ts'),
          catalogue,
        ],
        ...['--to', 'http://localhost:1'],
      ],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ENV_FILE: 'none', IMPORT_KEY: 'k', INIT_CWD: catalogue },
      },
    );
    await rm(catalogue);
    expect(nowhere.stderr).toBe(
      `import: ${catalogue} cannot be written (EEXIST); an import writes there how far it is\n`,
    );
    expect(nowhere.status).toBe(1);
  });
});

it('the published schema of catalogue files is the one that the product checks', async () => {
  const file = join(import.meta.dirname, '../../../../docs/catalogue.schema.json');
  const published = await readFile(file, 'utf8');
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(catalogueFileSchema())));
});

describe('the published schema of catalogue files', () => {
  const docs = join(import.meta.dirname, '../../../../docs');
  const checker = async () => {
    const published = await readFile(join(docs, 'catalogue.schema.json'), 'utf8');
    return z.fromJSONSchema(JSON.parse(published));
  };

  it('takes the documented files and the demo', async () => {
    const text = await readFile(join(docs, 'import.md'), 'utf8');
    const blocks = [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => json);
    const files = blocks
      .filter((json) => json.includes('"$schema"'))
      .map((json) => JSON.parse(json));
    expect(files).toHaveLength(2);
    const schema = await checker();
    const examples = join(docs, '../packages/demo-content/import-examples');
    for (const name of ['series.json', 'shelf.json', 'captions.json'])
      files.push(JSON.parse(await readFile(join(examples, name), 'utf8')));
    for (const file of [...files, readDemoContent().catalogue])
      expect(schema.safeParse(file).error).toBeUndefined();
    // An import reads them as well.
    expect(() => files.flatMap((file) => rowsOfDocument(file))).not.toThrow();
  });

  it('takes pictures, films and orders in every form, and refuses what no row has', async () => {
    const schema = await checker();
    const takes = (file: object): boolean => schema.safeParse(file).success;
    const id = 'a'.repeat(40);
    const pictures = [
      'a.jpg',
      { url: 'https://a.example/a.jpg' },
      { id },
      { all: { file: 'b.png' } },
    ];
    for (const artwork of pictures) expect(takes({ slides: [{ title: 'x', artwork }] })).toBe(true);
    expect(takes({ episodes: [{ key: 'e', film: { file: 'e.mp4' } }, { order: ['e'] }] })).toBe(
      true,
    );
    expect(takes({ shows: [{ key: 's', artworkFocal: '0.3,0.5' }] })).toBe(true);
    const captions = [{ url: 'https://a.example/a.vtt', language: 'zu' }];
    expect(takes({ episodes: [{ key: 'e', captions }] })).toBe(true);
    expect(takes({ episodes: [{ key: 'e', captions: [{ file: 'a.vtt' }] }] })).toBe(false);
    expect(takes({ shows: [{ key: 's', captions }] })).toBe(false);
    expect(takes({ shows: [{ key: 's', film: 'x.mp4' }] })).toBe(false);
    expect(takes({ genres: [{ key: 'g', artwork: 'a.jpg' }] })).toBe(false);
    expect(takes({ genres: [{ key: 'g', titel: 'A slip' }] })).toBe(false);
    expect(takes({ genres: [{ key: 'g', delete: false }] })).toBe(false);
    expect(takes({ videos: [{ key: 'v', ifNew: { gener: 'drama' } }] })).toBe(false);
  });
});
