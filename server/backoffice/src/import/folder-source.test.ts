import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFilmFolder } from './folder-source.ts';
import { ImportError } from './import-row.ts';
import { episodeNamed } from './show-folders.ts';

describe('a folder of films', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'films-'));
    await writeFile(join(folder, 'the-lamp.mp4'), '');
    await writeFile(join(folder, 'the-lamp.json'), '{"year": 2026, "genre": "drama"}');
    await writeFile(join(folder, 'the-lamp.zu.vtt'), 'WEBVTT');
    await writeFile(join(folder, 'bare_film.mkv'), '');
    await writeFile(join(folder, 'catalogue.json'), '{"genres": [{"slug": "drama"}]}');
    await writeFile(join(folder, 'the-lamp.jpg'), '');
    await writeFile(join(folder, 'the-lamp.hero-wide.PNG'), '');
    await writeFile(join(folder, 'poster.jpg'), '');
    await mkdir(join(folder, 'alone'));
    for (const name of ['alone.mp4', 'poster.jpg', 'alone.en-ZA.srt'])
      await writeFile(join(folder, 'alone', name), '');
    await mkdir(join(folder, 'inner.mp4'));
    await symlink('/etc/hostname', join(folder, 'linked.mp4'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has a video for each film, with the fields of the file beside it', async () => {
    const { rows, attachments, unread } = await readFilmFolder(folder);
    expect(rows.map(({ row }) => row)).toEqual([
      { kind: 'genre', slug: 'drama' },
      { kind: 'video', key: 'alone', title: 'Alone' },
      { kind: 'video', key: 'bare-film', title: 'Bare film' },
      { kind: 'video', key: 'the-lamp', title: 'The lamp', year: 2026, genre: 'drama' },
    ]);
    const given = attachments
      .map(({ key, what, ...rest }) => {
        return [key, what, 'use' in rest ? rest.use : 'language' in rest ? rest.language : ''];
      })
      .toSorted();
    expect(given).toEqual(
      [
        ['bare-film', 'film', ''],
        ['the-lamp', 'film', ''],
        ['the-lamp', 'picture', 'all'],
        ['the-lamp', 'picture', 'hero-wide'],
        ['the-lamp', 'captions', 'zu'],
        ['alone', 'film', ''],
        ['alone', 'picture', 'all'],
        ['alone', 'captions', 'en-ZA'],
      ].toSorted(),
    );
    expect(unread).toEqual([
      'linked.mp4: is a link or no plain file',
      'poster.jpg: belongs to no film',
    ]);
  });
});

describe('a folder of shows', () => {
  const withFiles = async (files: Readonly<Record<string, string>>) => {
    const folder = await mkdtemp(join(tmpdir(), 'shows-'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    return await readFilmFolder(folder).finally(() => rm(folder, { recursive: true }));
  };

  it('takes the title and, of a new entry, the year from a name, and keeps its key', async () => {
    const { rows } = await withFiles({
      'The_Long_Walk (2024) 1080p.mp4': '',
      'Umuzi (2021)/show.json': '{}',
    });
    expect(rows.map(({ row }) => row)).toEqual([
      { kind: 'show', key: 'umuzi-2021', title: 'Umuzi', ifNew: { year: 2021 } },
      {
        ...{ kind: 'video', key: 'the-long-walk-2024-1080p', title: 'The Long Walk' },
        ifNew: { year: 2024 },
      },
    ]);
  });

  it('has a show, its seasons and its episodes, with their films, pictures and captions', async () => {
    const { rows, attachments, unread } = await withFiles({
      'Drama/The Lamp/show.json': '{"genre": "drama"}',
      'Drama/The Lamp/poster.jpg': '',
      'Drama/The Lamp/Season 2/season.json': '{"title": "Winter"}',
      'Drama/The Lamp/Season 2/01 - cold_night.mp4': '',
      'Drama/The Lamp/Season 2/01 - cold_night.json': '{"synopsis": "It is cold.", "key": "e-1"}',
      'Drama/The Lamp/Season 2/01 - cold_night.zu.vtt': 'WEBVTT',
      'Drama/The Lamp/Season 2/01 - cold_night.jpg': '',
      'Drama/The Lamp/Season 2/notes.txt': '',
      'Drama/The Lamp/Specials/e3.mkv': '',
      'Drama/umuzi.mp4': '',
    });
    expect(rows.map(({ row }) => row)).toEqual([
      { kind: 'show', key: 'the-lamp', title: 'The Lamp', genre: 'drama' },
      { kind: 'season', key: 'the-lamp/2', show: 'the-lamp', ordinal: 2, title: 'Winter' },
      { kind: 'season', key: 'the-lamp/0', show: 'the-lamp', ordinal: 0 },
      {
        ...{ kind: 'episode', key: 'e-1', title: 'Cold night', synopsis: 'It is cold.' },
        ...{ show: 'the-lamp', season: 2, ordinal: 1 },
      },
      {
        ...{ kind: 'episode', key: 'the-lamp/0/3', title: 'Episode 3' },
        ...{ show: 'the-lamp', season: 0, ordinal: 3 },
      },
      { kind: 'video', key: 'umuzi', title: 'Umuzi' },
    ]);
    expect(
      attachments.map(({ kind, key, what }) => `${what} of ${kind} ${key}`).toSorted(),
    ).toEqual([
      'captions of episode e-1',
      'film of episode e-1',
      'film of episode the-lamp/0/3',
      'film of video umuzi',
      'picture of episode e-1',
      'picture of show the-lamp',
    ]);
    expect(attachments.find(({ kind }) => kind === 'show')).toMatchObject({ use: 'all' });
    expect(unread).toEqual(['Drama/The Lamp/Season 2/notes.txt: belongs to no film']);
  });

  it('may have all episodes in one folder, by the numbers in their names', async () => {
    const { rows } = await withFiles({
      'show.json': '{"key": "lamp"}',
      'The.Lamp.S01E02.Cold.mp4': '',
      'The.Lamp.S02E01.mp4': '',
    });
    const episodes = rows.filter(({ row }) => row.kind === 'episode').map(({ row }) => row);
    expect(episodes).toMatchObject([
      { key: 'lamp/1/2', season: 1, ordinal: 2, title: 'Cold' },
      { key: 'lamp/2/1', season: 2, ordinal: 1, title: 'Episode 1' },
    ]);
    expect(rows.filter(({ row }) => row.kind === 'season')).toHaveLength(2);
  });

  it.each([
    [{ 'Lamp/show.json': '{}', 'Lamp/trailer.mp4': '' }, /trailer\.mp4: no season/],
    [{ 'Lamp/S1/cold.mp4': '' }, /cold\.mp4: no number/],
    [{ 'Lamp/S1/S02E01.mp4': '' }, /says season 2, and its folder season 1/],
    [{ 'Lamp/show.json': '[]' }, /must be an object/],
  ])('is refused by the name of the file: %j', async (files, problem) => {
    await expect(withFiles(files as unknown as Record<string, string>)).rejects.toThrow(problem);
  });

  it('takes a film that the document names for its entry alone', async () => {
    const film = { key: 'film-1', title: 'Isibane', film: 'films/isibane.mp4' };
    const { rows, attachments, unread } = await withFiles({
      'catalogue.json': JSON.stringify({ videos: [{ ...film, artwork: 'films/isibane.jpg' }] }),
      'films/isibane.mp4': '',
      'films/isibane.jpg': '',
      'films/other.mp4': '',
    });
    expect(rows.map(({ row }) => row.key)).toEqual(['film-1', 'other']);
    expect(attachments.map(({ key, what }) => `${key}: ${what}`)).toEqual([
      'film-1: picture',
      'film-1: film',
      'other: film',
    ]);
    expect(unread).toEqual([]);
  });

  it('a film called show has its own fields', async () => {
    const { rows } = await withFiles({ 'show.mp4': '', 'show.json': '{"year": 2026}' });
    expect(rows.map(({ row }) => row)).toEqual([
      { kind: 'video', key: 'show', title: 'Show', year: 2026 },
    ]);
  });

  it('an episode has the numbers of its name, or is refused by name', () => {
    const number = fc.nat({ max: 999 });
    fc.assert(
      fc.property(
        number,
        fc.integer({ min: 1, max: 9999 }),
        fc.string({ maxLength: 20 }),
        (s, e, words) => {
          const title = words.replace(/[/\\0-9.]/g, ' ');
          const place = { show: 'lamp', season: undefined };
          const film = `lamp/Lamp S${s}E${e} ${title}.mp4`;
          expect(episodeNamed(film, place, {})).toMatchObject({ season: s, ordinal: e });
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (name) => {
        try {
          const { season, ordinal } = episodeNamed(`s/${name}.mp4`, { show: 's', season: 1 }, {});
          expect([season, Number.isInteger(ordinal)]).toEqual([1, true]);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
    );
  });
});
