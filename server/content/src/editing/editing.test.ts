import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestCatalogue, mediaReady, type TestCatalogue } from '../catalogue.test-kit.ts';
import { ROWS, videoRow } from './rows.test-kit.ts';

let open: OpenDatabase;
let kit: TestCatalogue;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
});
afterAll(() => open.close());

/** Applies a batch that must have no problems, and returns what became of each row. */
async function apply(...rows: readonly object[]) {
  const { problems, results } = await kit.editing.apply(rows);
  expect(problems).toEqual([]);
  return results.map(({ key, result, fields }) => [key, result, ...fields.toSorted()].join(' '));
}

async function found(text: string): Promise<string[]> {
  const { results } = await kit.search.find({ text });
  return results.map(({ kind, slug }) => `/${kind}/${slug}`);
}

async function problemsOf(...rows: readonly object[]): Promise<string[]> {
  const version = kit.catalogue.currentVersion();
  const { problems } = await kit.editing.apply(rows);
  expect(kit.catalogue.currentVersion()).toBe(version);
  return problems.map(({ row, field, problem }) => `${row} ${field}: ${problem}`);
}

describe('a batch of entries', () => {
  it('creates every kind in any order of rows, and viewers see it', async () => {
    const results = await apply(...ROWS.toReversed());
    expect(results.every((result) => result.endsWith(' created'))).toBe(true);
    await mediaReady(kit.catalogue);
    const home = await kit.pageData.home();
    expect(home.slides.map(({ slug }) => slug)).toEqual(['lamp']);
    expect(home.shelves.map(({ items }) => items.map(({ slug }) => slug))).toEqual([
      ['umuzi', 'lamp'],
    ]);
    expect(home.live.map(({ slug }) => slug)).toEqual(['radio-lamp']);
    expect(await kit.pageData.show('lamp', { season: 2 })).toMatchObject({
      episodes: [{ slug: 'cold' }],
      credits: [{ character: 'Gogo' }],
    });
  });

  it('changes nothing and moves no version when it comes again', async () => {
    await apply(...ROWS);
    const version = kit.catalogue.currentVersion();
    const results = await apply(...ROWS);
    expect(results.filter((result) => !result.endsWith(' unchanged'))).toEqual([]);
    expect(kit.catalogue.currentVersion()).toBe(version);
  });

  it('changes the given fields of an entry and says which', async () => {
    await apply(...ROWS);
    await mediaReady(kit.catalogue);
    expect(
      await apply({
        kind: 'video',
        key: 'v-1',
        slug: 'umuzi-wethu',
        title: 'Umuzi wethu',
        year: 2025,
      }),
    ).toEqual(['v-1 changed slug title year']);
    const page = await kit.pageData.video('umuzi-wethu');
    expect(page).toMatchObject({ title: 'Umuzi wethu', synopsis: 'One lamp.' });
    expect(await found('wethu')).toEqual(['/video/umuzi-wethu']);
  });

  it('gives entries names in other languages, by which they and their titles are found', async () => {
    await apply(...ROWS);
    await mediaReady(kit.catalogue);
    const drama = { kind: 'genre', key: 'drama' };
    expect(await apply({ ...drama, names: { zu: 'Umdlalo' } })).toEqual(['drama changed names']);
    expect(await found('umdlalo')).toEqual(['/genre/drama', '/show/lamp', '/video/umuzi']);
    expect(await problemsOf({ ...drama, names: { fr: 'Drame' } })).toEqual([
      '0 names.fr: is not a field of this kind',
    ]);
    expect(await problemsOf({ ...drama, names: { zu: '' } })).toEqual([
      expect.stringMatching(/^0 names\.zu: /),
    ]);
    expect(await apply({ ...drama, names: null })).toEqual(['drama changed names']);
    expect(await found('umdlalo')).toEqual([]);
  });

  it('gives only a new entry the fields that are for new ones', async () => {
    await apply(...ROWS);
    const ifNew = { genre: 'drama', ratingAge: '16', title: 'Another' };
    const given = videoRow({ key: 'v-7', slug: 'v7', genre: undefined, ratingAge: undefined });
    const lacking = JSON.parse(JSON.stringify(given)) as object;
    expect(await problemsOf({ ...lacking, ifNew: 'drama' })).toEqual([
      '0 ifNew: must be an object',
    ]);
    expect((await apply({ ...lacking, ifNew }))[0]).toMatch(/^v-7 created/);
    await apply({ kind: 'video', key: 'v-7', ratingAge: '18' });
    expect(await apply({ ...lacking, ifNew })).toEqual(['v-7 unchanged']);
    expect(await problemsOf(lacking)).toEqual([]);
  });

  it('lets two entries change places, slugs and numbers', async () => {
    await apply(...ROWS, videoRow({ key: 'v-2', slug: 'two', title: 'Two' }), {
      ...ROWS.find(({ kind }) => kind === 'episode'),
      key: 'e-2',
      slug: 'warm',
      ordinal: 2,
    });
    await apply(
      { kind: 'video', key: 'v-1', slug: 'two' },
      { kind: 'video', key: 'v-2', slug: 'umuzi' },
      { kind: 'episode', order: ['e-2', 'e-1'] },
    );
    await mediaReady(kit.catalogue);
    expect((await kit.pageData.video('umuzi'))?.title).toBe('Two');
    const show = await kit.pageData.show('lamp', { season: 2 });
    expect(show?.episodes.map(({ slug }) => slug)).toEqual(['warm', 'cold']);
  });

  it('is refused soon where its orders or its values are more than any catalogue has', async () => {
    const order = Array.from({ length: 10_000 }, (_, at) => `v-${at}`);
    const orders = Array.from({ length: 1000 }, () => ({ kind: 'shelf', order }));
    const refused = await problemsOf(...orders);
    expect(refused).toContain('1 : the orders of a batch name more than 10000 entries');
    const wide = Object.fromEntries(Array.from({ length: 200_001 }, (_, at) => [`f${at}`, 0]));
    expect(await problemsOf(videoRow({ key: 'v-7', ...wide }))).toEqual([
      '0 : the batch has more than 200000 values: send it in parts',
    ]);
    const credits = Array.from({ length: 200_001 }, () => 0);
    expect(await problemsOf(videoRow({ key: 'v-7', credits }))).toHaveLength(1);
  });

  it('gives entries a place by an order that the same batch creates and changes', async () => {
    await apply(...ROWS);
    const shelf = (slug: string, fields: object = {}) => ({
      ...{ kind: 'shelf', slug, title: slug, format: 'poster', titles: ['v-1'], published: true },
      ...fields,
    });
    const first = { kind: 'shelf', key: 'first', title: 'Best', version: 1 };
    expect(
      await apply(
        { kind: 'shelf', order: ['second', 'first', 'third'] },
        ...[shelf('second'), first, shelf('third', { ifNew: { position: 9 } })],
      ),
    ).toEqual(['second created', 'first changed position title', 'third created']);
    await mediaReady(kit.catalogue);
    const { shelves } = await kit.pageData.home();
    expect(shelves.map(({ slug }) => slug)).toEqual(['second', 'first', 'third']);
    // The order counts although others have moved the shelf since the version that its row names.
    await apply(
      { ...first, version: 2, title: 'Better' },
      { kind: 'shelf', order: ['first', 'second', 'third'] },
    );
    const again = { ...first, version: 2, title: 'Better' };
    expect(await apply(again, { kind: 'shelf', order: ['second', 'first'] })).toEqual([
      'first changed position',
      'second changed position',
    ]);
  });

  it('refuses a second place for an entry, and one for an entry that it deletes', async () => {
    await apply(...ROWS);
    const order = { kind: 'shelf', order: ['first'] };
    const named = { kind: 'shelf', key: 'first', position: 3 };
    expect(await problemsOf(named, order)).toEqual([
      "1 order: 'first' has a place already, in row 0",
    ]);
    expect(await problemsOf(order, order)).toEqual([
      "1 order: 'first' has a place already, in row 0",
    ]);
    expect(await problemsOf(order, { kind: 'shelf', key: 'first', delete: true })).toEqual([
      "0 order: 'first' is deleted, in row 1",
    ]);
    const renamed = { kind: 'shelf', key: 'first', title: 'A' };
    expect(await problemsOf(order, renamed, order)).toEqual([
      "2 order: 'first' has a place already, in row 1",
    ]);
  });

  it('makes a slug from the title where there is none, and another where it is taken', async () => {
    const { slug: _, ...unnamed } = videoRow({ key: 'v-9', title: 'Umuzi' });
    await apply(...ROWS, unnamed);
    await mediaReady(kit.catalogue);
    const slugs = await found('umuzi');
    expect(slugs).toHaveLength(2);
    expect(slugs).toContainEqual(expect.stringMatching(/^\/video\/umuzi-[0-9a-f]{6}$/));
  });

  it('leaves an entry its slug where a new one of the same title comes before it', async () => {
    const { slug: _, ...news } = videoRow({ title: 'Evening News' });
    const item = (key: string) => ({ ...news, key });
    await apply(...ROWS, item('mon'), item('tue'));
    expect(await apply(item('wed'), item('mon'), item('tue'))).toEqual([
      'wed created',
      'mon unchanged',
      'tue unchanged',
    ]);
    // Who asks for a slug that another entry keeps is refused, in whatever order they come.
    const taking = { kind: 'video', key: 'wed', slug: 'umuzi' };
    expect(await problemsOf(taking, { kind: 'video', key: 'v-1', year: 2020 })).toEqual([
      '0 slug: another entry has it already',
    ]);
  });

  it('moves a category to another channel only with its titles', async () => {
    const channel = ROWS.find(({ kind }) => kind === 'channel');
    await apply(...ROWS, { ...channel, key: 'c-2', slug: 'veld' });
    await apply({ kind: 'show', key: 'lamp', category: 'family' });
    const moved = { kind: 'category', key: 'c-1/family', channel: 'c-2' };
    const refusal = '0 channel: has title: 1: move them by the same batch, or take them out first';
    expect(await problemsOf(moved)).toEqual([refusal]);
    expect(await problemsOf(moved, { kind: 'show', key: 'lamp', year: 2020 })).toEqual([refusal]);
    const show = { kind: 'show', key: 'lamp', channel: 'c-2', category: 'family' };
    expect(await apply(moved, show)).toEqual([
      'c-1/family changed channel',
      'lamp changed channel',
    ]);
    await apply({ kind: 'show', key: 'lamp', category: null }, { ...moved, channel: 'c-1' });
  });

  it('names every problem of every row, and then writes nothing', async () => {
    await apply(...ROWS);
    expect(
      await problemsOf(
        { kind: 'video', key: 'v-1', synopsis: 'x'.repeat(161), sinopsis: 'A slip.' },
        videoRow({ key: 'v-3', slug: 'umuzi', genre: 'opera', channel: 'nowhere' }),
        { kind: 'video', key: 'v-4', title: 'Four' },
        { kind: 'tape', key: 'x' },
        { kind: 'shelf', key: 'first', titles: ['umuzi', 'nothing'] },
        { kind: 'video', key: 'v-1', year: 2020 },
        {
          kind: 'video',
          key: 'lamp',
          year: 2020,
        },
        videoRow({ key: 'v-5', slug: 'umuzi' }),
        { kind: 'season', key: 's-9', show: 'umuzi', ordinal: 1 },
        {
          kind: 'episode',
          key: 'e-1',
          availableFrom: '2026-11-23T08:00:00+02:00',
          availableUntil: '2026-11-23T07:00:00+02:00',
        },
      ),
    ).toEqual([
      '0 sinopsis: is not a field of this kind',
      expect.stringContaining('0 synopsis: '),
      "1 channel: there is no channel 'nowhere'",
      "1 genre: there is no genre 'opera'",
      ...['channel', 'description', 'genre', 'languages', 'ratingAdvice', 'ratingAge'].map(
        (field) => expect.stringContaining(`2 ${field}: `),
      ),
      expect.stringContaining('2 synopsis: '),
      expect.stringContaining('2 year: '),
      expect.stringContaining('3 kind: must be genre, person, '),
      "4 titles.1: there is no title 'nothing'",
      '5 key: is in row 0 already',
      '6 key: is the key of a show',
      '7 slug: another entry has it already',
      "8 show: 'umuzi' is not a show",
      '9 availableUntil: must be after availableFrom',
    ]);
  });

  it('names each wrong value by its field', async () => {
    await apply(...ROWS);
    const wrong: readonly [string, unknown][] = [
      ['slug', 'Not A Slug'],
      ['slug', '../etc'],
      ['title', 'x'.repeat(121)],
      ['title', 'nul\u0000'],
      ['languages', []],
      ['ratingAge', '21'],
      ['accent', 'red'],
      ['category', 'nothing'],
    ];
    const rows = wrong.map(([field, value], at) =>
      videoRow({ key: `v-${at}0`, slug: `video-${at}`, [field]: value }),
    );
    expect(await problemsOf(...rows)).toEqual(
      wrong.map(([field], row) => expect.stringMatching(`^${row} ${field}: `)),
    );
  });

  it('previews what it would do, and writes nothing', async () => {
    const preview = await kit.editing.preview(ROWS);
    expect(preview.problems).toEqual([]);
    expect(new Set(preview.results.map(({ result }) => result))).toEqual(new Set(['created']));
    expect(await kit.catalogue.isEmpty()).toBe(true);
  });

  it('finds entries that an earlier batch of the same import would create', async () => {
    const { problems } = await kit.editing.preview(
      [videoRow({ key: 'v-8', slug: 'eight', category: 'family' })],
      {
        assumed: [
          { kind: 'genre', key: 'drama' },
          { kind: 'channel', key: 'c-1' },
          { kind: 'category', key: 'c-1/family' },
        ],
      },
    );
    expect(problems).toEqual([]);
  });
});

describe('a deletion', () => {
  it('takes what hangs on an entry only where that is asked for, and says what', async () => {
    await apply(...ROWS);
    expect(await problemsOf({ kind: 'show', key: 'lamp', delete: true })).toEqual([
      '0 withContents: has season: 2, slide: 1, episode: 1: send withContents to delete them too',
    ]);
    const { results } = await kit.editing.apply([
      { kind: 'show', key: 'lamp', delete: true, withContents: true },
    ]);
    expect(results).toMatchObject([
      { result: 'deleted', hangs: { season: 2, slide: 1, episode: 1, credits: 1, shelves: 1 } },
    ]);
    await mediaReady(kit.catalogue);
    expect(await kit.pageData.show('lamp', {})).toBeUndefined();
    expect((await found('lamp')).filter((path) => path.startsWith('/show'))).toEqual([]);
    expect((await kit.pageData.home()).shelves[0]?.items.map(({ slug }) => slug)).toEqual([
      'umuzi',
    ]);
    expect(await apply({ kind: 'show', key: 'lamp', delete: true })).toEqual([]);
  });

  it('keeps a genre that entries have, and refuses rows that name what is deleted', async () => {
    await apply(...ROWS);
    expect(
      await problemsOf(
        { kind: 'genre', key: 'drama', delete: true, withContents: true },
        { kind: 'video', key: 'v-1', delete: true, withContents: true },
        { kind: 'slide', key: 'umuzi', title: 'umuzi', eyebrow: 'New' },
      ),
    ).toEqual([
      '0 withContents: is the genre of channel: 1, category: 1, title: 1, live channel: 1',
      '2 title: is deleted by this batch',
    ]);
  });

  it('refuses rows whose lists name what the same batch deletes, in a dry run too', async () => {
    await apply(...ROWS);
    const person = { kind: 'person', key: 'lindiwe', delete: true };
    const video = { kind: 'video', key: 'v-1', delete: true };
    const slot = { startsAt: 0, minutes: 60, title: 'A', synopsis: 'B.', ratingAge: 'A' };
    const rows = [
      { kind: 'show', key: 'lamp', credits: [{ person: 'lindiwe', role: 'director' }] },
      { kind: 'shelf', key: 'first', titles: ['lamp', 'v-1'] },
      {
        ...{ kind: 'liveChannel', key: 'radio-lamp' },
        slots: [{ ...slot, ratingAdvice: [], video: 'v-1' }],
      },
    ];
    const refused = [
      '2 credits.0.person: is deleted by this batch',
      '3 titles.1: is deleted by this batch',
      '4 slots.0.video: is deleted by this batch',
    ];
    expect(await problemsOf(person, video, ...rows)).toEqual(refused);
    const { problems } = await kit.editing.preview([person, video, ...rows]);
    expect(problems).toHaveLength(3);
  });

  it('keeps a genre and a channel that the rule of a shelf names', async () => {
    const channel = ROWS.find(({ kind }) => kind === 'channel');
    const genre = { kind: 'genre', slug: 'opera', title: 'Opera' };
    const shelf = { kind: 'shelf', key: 'ruled', slug: 'ruled', title: 'Ruled', format: 'poster' };
    const other = { ...channel, key: 'c-2', slug: 'veld' };
    await apply(...ROWS, genre, other, { ...shelf, rule: { genres: ['opera'], channel: 'veld' } });
    const deletions = [
      { kind: 'genre', key: 'opera', delete: true, withContents: true },
      { kind: 'channel', key: 'c-2', delete: true, withContents: true },
    ];
    expect(await problemsOf(...deletions)).toEqual([
      '0 withContents: is named by the rule of shelf: 1',
      '1 withContents: is named by the rule of shelf: 1',
    ]);
    await apply(...deletions, { kind: 'shelf', key: 'ruled', delete: true });
  });

  it('takes a whole channel', async () => {
    await apply(...ROWS);
    await apply({ kind: 'channel', key: 'c-1', delete: true, withContents: true });
    expect(await kit.catalogue.isEmpty()).toBe(true);
    await apply(...ROWS);
  });
});
