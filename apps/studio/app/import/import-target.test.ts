import { createImportReporter, type ImportReport } from '@bonisa/contract/studio/import-report';
import { batchesOf, type ImportRow, previewBatches } from '@bonisa/contract/studio/import-run';
import { StudioCallError, type StudioClient } from '@bonisa/contract/studio/studio-client';
import { describe, expect, it } from 'vitest';
import { applyBatches, batchTarget, countsOf, formatOf, ImportStopped } from './import-target.ts';

const row = (key: string): ImportRow => ({ place: `line ${key}`, row: { kind: 'genre', key } });
const ROWS = ['1', '2', '3', '4', '5'].map(row);

/** A studio that creates every row, and refuses the one with the key `bad`. */
function studioOf() {
  const made: { rows: { key: string }[]; dry_run?: boolean; assume?: object[] }[] = [];
  const call = async (_call: unknown, { body }: { body: (typeof made)[number] }) => {
    made.push(body);
    const bad = body.rows.findIndex(({ key }) => key === 'bad');
    if (bad >= 0) {
      const fields = [{ field: `rows.${bad}.title`, problem: 'must be given' }];
      throw new StudioCallError(400, { code: 'invalid_request', description: 'No.', fields });
    }
    if (body.rows.some(({ key }) => key === 'away')) throw new StudioCallError(0, undefined);
    const rest = { result: 'created', fields: [], hangs: {} };
    return { results: body.rows.map(({ key }, at) => ({ row: at, kind: 'genre', key, ...rest })) };
  };
  const told: ImportReport[] = [];
  const reporter = createImportReporter(
    { source_kind: 'file', source_name: 'rows.csv' },
    async (report) => void told.push(report),
  );
  return { made, told, target: { ...batchTarget(call as unknown as StudioClient), reporter } };
}

describe('an import of the studio', () => {
  it('looks at all batches first, and then writes them with progress', async () => {
    const { made, target } = studioOf();
    const batches = batchesOf(ROWS, 2);
    const seen: number[] = [];
    const { results, problems } = await previewBatches(batches, target, (done) => seen.push(done));
    expect([countsOf(results).created, problems, seen]).toEqual([5, [], [1, 2, 3]]);
    expect(made.map((one) => [one.rows.length, one.dry_run])).toEqual([
      [2, true],
      [2, true],
      [1, true],
    ]);
    const written = await applyBatches(batches, target, (done) => seen.push(done));
    expect(countsOf(written)).toEqual({ created: 5, changed: 0, unchanged: 0, deleted: 0 });
    expect(made.slice(3).map((one) => one.dry_run)).toEqual([undefined, undefined, undefined]);
  });

  it('names every problem of every batch by place and field', async () => {
    const { target } = studioOf();
    const rows = [row('bad'), row('1'), row('1'), row('bad2')];
    const { problems } = await previewBatches(batchesOf(rows, 2), target);
    expect(problems).toEqual([
      { place: 'line bad', field: 'title', problem: 'must be given' },
      { place: 'line 1', field: 'key', problem: 'is that of line 1 already' },
    ]);
  });

  it('says how far it came when a batch is refused or the line breaks', async () => {
    const { target, told } = studioOf();
    const refused = batchesOf([row('1'), row('bad')], 1);
    await expect(applyBatches(refused, target, () => undefined)).rejects.toMatchObject({
      message: expect.stringContaining('1 of 2 parts are written'),
      problems: [{ place: 'line bad', field: 'title', problem: 'must be given' }],
    });
    expect(told.map(({ state, created, refused }) => [state, created, refused])).toEqual([
      ['writing', 0, 0],
      ['writing', 1, 0],
      ['stopped', 1, 1],
    ]);
    const away = batchesOf([row('1'), row('2'), row('away')], 1);
    const stopped = await applyBatches(away, target, () => undefined).catch((error) => error);
    expect(stopped).toBeInstanceOf(ImportStopped);
    expect(stopped.message).toContain('2 of 3 parts');
  });

  it('tells the form of a file by the end of its name', () => {
    expect(['a.JSON', 'b.csv', 'feed.xml', 'feed.rss', 'c.xlsx', 'd'].map(formatOf)).toEqual([
      ...['json', 'csv', 'mrss', 'mrss', undefined, undefined],
    ]);
  });
});
