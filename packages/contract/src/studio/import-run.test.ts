import { describe, expect, it } from 'vitest';
import { batchesOf, type ImportRow, previewBatches, withDefaults } from './import-run.ts';

const rowsOf = (rows: readonly object[]): ImportRow[] =>
  rows.map((row, at) => ({ place: `row ${at}`, row: row as ImportRow['row'] }));

describe('the defaults of an import', () => {
  const defaults = { ratingAge: 'PG', published: true, genre: 'drama' };
  const ifNewOf = (row: object): unknown =>
    withDefaults(rowsOf([{ kind: 'video', ...row }]), defaults)[0]?.row.ifNew;

  it('come after what a row itself has for a new entry', () => {
    expect(ifNewOf({})).toEqual(defaults);
    expect(ifNewOf({ ifNew: { ratingAge: '18', published: false } })).toEqual({
      ...{ ratingAge: '18', published: false, genre: 'drama' },
    });
  });

  it.each(['drama', 7, null, [['published', false]]])(
    'leave %j, which is no list of fields, for the service to refuse',
    (ifNew) => {
      expect(ifNewOf({ ifNew })).toEqual(ifNew);
    },
  );
});

describe('rows that are the same entry, in batches of two', () => {
  const problemsOf = async (...rows: object[]): Promise<string[]> => {
    const preview = async () => ({ problems: [], results: [] });
    const { problems } = await previewBatches(batchesOf(rowsOf(rows), 2), { preview });
    return problems.map(({ place, field, problem }) => `${place} ${field} ${problem}`);
  };
  const other = (key: string) => ({ kind: 'video', key });

  it.each([
    [
      { kind: 'video', slug: 'umuzi' },
      { kind: 'video', slug: 'umuzi', title: 'Another' },
    ],
    [
      { kind: 'video', slug: 'umuzi' },
      { kind: 'show', key: ' umuzi ' },
    ],
    [
      { kind: 'season', show: 's', ordinal: 1 },
      { kind: 'season', key: 's/1' },
    ],
    [
      { kind: 'category', channel: 'c', slug: 'family' },
      { kind: 'category', channel: 'c', slug: 'family' },
    ],
    [
      { kind: 'slide', title: 'v' },
      { kind: 'slide', title: 'v' },
    ],
  ])('are refused where the key is left out or is written: %j and %j', async (first, later) => {
    expect(await problemsOf(first, other('a'), other('b'), later)).toEqual([
      'row 3 key is that of row 0 already',
    ]);
  });

  it('are other entries under another parent, and an order may name any of them', async () => {
    const problems = await problemsOf(
      { kind: 'category', channel: 'c', slug: 'family' },
      { kind: 'season', show: 's', ordinal: 1 },
      { kind: 'category', channel: 'd', slug: 'family' },
      { kind: 'season', show: 's', ordinal: 2 },
      { kind: 'category', order: ['c/family', 'd/family'] },
      { kind: 'category', order: ['c/family'] },
    );
    expect(problems).toEqual([]);
  });
});
