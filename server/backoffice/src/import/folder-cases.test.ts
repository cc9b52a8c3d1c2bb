// Folders as people name their files.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readFilmFolder } from './folder-source.ts';
import { ImportError } from './import-row.ts';
import { episodeNamed } from './show-folders.ts';

const CASES = fileURLToPath(new URL('cases/folders', import.meta.url));

const withFiles = async (names: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'named-'));
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), name.endsWith('.json') ? '{"year": 2026}' : '');
  }
  return await readFilmFolder(folder)
    .then((content) => ({ folder, ...content }))
    .finally(() => rm(folder, { recursive: true }));
};
const captionsOf = async (names: readonly string[]) => {
  const { attachments, unread } = await withFiles(['The Lamp.mp4', ...names]);
  const captions = attachments.flatMap((one) =>
    one.what === 'captions' ? [`${one.language} ${one.label}`] : [],
  );
  return { captions, unread };
};

describe('captions beside a film', () => {
  it('have the language and the kind of their names, and the rest is named', async () => {
    const { attachments, unread } = await readFilmFolder(join(CASES, 'subs'));
    const captions = attachments.flatMap((one) =>
      one.what === 'captions'
        ? [[relative(join(CASES, 'subs'), one.file), one.language, one.label]]
        : [],
    );
    expect(captions.toSorted()).toEqual([
      ['The Lamp.EN_ZA.srt', 'en-ZA', 'English'],
      ['The Lamp.English.srt', 'en', 'English'],
      ['The Lamp.af.cc.srt', 'af', 'Afrikaans (CC)'],
      ['The Lamp.hi.srt', 'hi', 'हिन्दी'],
      ['The Lamp.zul.srt', 'zu', 'isiZulu'],
    ]);
    expect(unread.toSorted()).toEqual([
      'The Lamp.ass: .ass is no format of captions that is read; export them as SRT or WebVTT',
      'The Lamp.en-ZA.srt: the captions in en-ZA are those of The Lamp.EN_ZA.srt',
      'The Lamp.en.sdh.srt: the captions in en are those of The Lamp.English.srt',
      'The Lamp.en.srt: the captions in en are those of The Lamp.English.srt',
      'The Lamp.eng.srt: the captions in en are those of The Lamp.English.srt',
      'The Lamp.forced.srt: forced captions, of a few lines only, are not offered',
      'The Lamp.sdh.srt: its name says no language: call it NAME.en.srt',
      'The Lamp.srt: its name says no language: call it NAME.en.srt',
      'The Lamp.zu.forced.srt: forced captions, of a few lines only, are not offered',
    ]);
  });

  it.each([
    ['The Lamp (English).srt', 'en English'],
    ['The Lamp_en.srt', 'en English'],
    ['The Lamp - Northern Sotho [SDH].vtt', 'nso Sepedi (SDH)'],
    ['The Lamp.en.hi.srt', 'en English (SDH)'],
    ['The Lamp.pt-BR.default.srt', 'pt-BR Português'],
    ['The Lamp.ZU.SRT', 'zu isiZulu'],
    ['The Lamp.en-cc.srt', 'en English (CC)'],
  ])('called %s are %s', async (name, expected) => {
    expect(await captionsOf([name])).toEqual({ captions: [expected], unread: [] });
  });

  it('of a longer name are those of the other film', async () => {
    const { captions, unread } = await captionsOf(['The Lamp 2.mp4', 'The Lamp 2.en.srt']);
    expect([captions, unread]).toEqual([['en English'], []]);
    const left = await captionsOf(['The Lamp 2.en.srt', 'Other.en.srt']);
    expect(left).toEqual({
      captions: [],
      unread: [
        "The Lamp 2.en.srt: '2 en' is no language: call it NAME.en.srt",
        'Other.en.srt: belongs to no film',
      ],
    });
  });
});

describe('a folder names what it does not look at', () => {
  it('such as links, hidden files, deep folders and episodes without a show', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'left-'));
    try {
      for (const name of ['film.mp4', '.hidden.mp4', 'a/b/c/d/e/f.mp4', 'The Lamp S01E02.mp4']) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), '');
      }
      await symlink('film.mp4', join(folder, 'link.mp4'));
      const { rows, unread } = await readFilmFolder(folder);
      expect(rows.map(({ row }) => row.key).toSorted()).toEqual(['film', 'the-lamp-s01e02']);
      expect(unread).toEqual([
        'a/b/c/d/e: is below 4 folders',
        'link.mp4: is a link or no plain file',
        '1 hidden files or folders, whose names begin with a dot',
        'The Lamp S01E02.mp4: is a video of its own; episodes are in folders as The Lamp/Season 1',
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    [['The Lamp.mp4', 'the-lamp.mkv'], "the-lamp.mkv: key: 'the-lamp' is that of The Lamp.mp4"],
    [['A/S1/S01E01.mp4', 'A/S1/1x01.mkv'], "A/S1/S01E01.mp4: key: 'a/1/1' is that of A/S1/1x01"],
  ])('and refuses two films of one key: %j', async (names, problem) => {
    await expect(withFiles(names)).rejects.toThrow(problem);
  });

  it('and reads names in capitals and small letters alike', async () => {
    const { rows, attachments, unread } = await withFiles([
      ...['Film.MP4', 'FILM.json', 'film.ZU.SRT', 'film.Poster.JPG'],
    ]);
    expect(rows.map(({ row }) => row)).toMatchObject([{ key: 'film', year: 2026 }]);
    expect(attachments.map(({ what }) => what).toSorted()).toEqual(['captions', 'film', 'picture']);
    expect(unread).toEqual([]);
  });

  it('and reads films of the kinds that feeds have', async () => {
    const { rows } = await withFiles(['a.avi', 'b.mpg', 'c.mxf', 'd.wmv', 'e.m2ts', 'f.MTS']);
    expect(rows).toHaveLength(6);
  });
});

describe('the folder of a season', () => {
  it.each([
    ['Season 2 (2020)', 2],
    ['Season 06 - Cold', 6],
    ['Season One', 1],
    ['series 4', 4],
    ['Seisoen_5', 5],
    ['Series 1 - 2019', 1],
  ])('may be called %s', async (name, season) => {
    const { rows } = await withFiles([`A/${name}/E01.mp4`]);
    expect(rows.find(({ row }) => row.kind === 'episode')?.row).toMatchObject({ season });
  });

  it('is none that names several seasons, or another word', async () => {
    const { rows, unread } = await withFiles(['A/Season 1-3/E01.mp4', 'A/Seasonal 2/E02.mp4']);
    expect(rows.map(({ row }) => row.kind)).toEqual(['video', 'video']);
    expect(unread).toHaveLength(2);
  });

  it('may have a folder for each episode', async () => {
    const { rows, unread } = await withFiles([
      'The Lamp/Season 1/season.json',
      'The Lamp/Season 1/Episode 1/film.mp4',
      'The Lamp/Season 1/S01E02 Cold/film.mp4',
    ]);
    expect(rows.map(({ row }) => row)).toMatchObject([
      { kind: 'show', key: 'the-lamp' },
      { kind: 'season', ordinal: 1, year: 2026 },
      { kind: 'episode', ordinal: 1, title: 'Episode 1' },
      { kind: 'episode', ordinal: 2, title: 'Cold' },
    ]);
    expect(unread).toEqual([]);
  });
});

describe('names of a Mac', () => {
  it('are matched with composed ones, and read by their own', async () => {
    const { rows, attachments, unread } = await readFilmFolder(join(CASES, 'nfd'));
    expect(rows.map(({ row }) => row)).toMatchObject([{ kind: 'video', key: 'cafe-emile' }]);
    expect(attachments.map(({ what }) => what).toSorted()).toEqual(['captions', 'film']);
    expect(unread).toEqual([]);
    const film = 'Cafe\u0301.mp4';
    const mixed = await withFiles([film, 'Caf\u00e9.json', 'Caf\u00e9.fr.srt']);
    expect(mixed.rows[0]?.row).toMatchObject({ title: 'Caf\u00e9', year: 2026 });
    expect(mixed.attachments).toMatchObject([
      { what: 'film', file: join(mixed.folder, film) },
      { what: 'captions', language: 'fr' },
    ]);
  });
});

describe('the name of an episode', () => {
  const named = (name: string, season: number | undefined = undefined) =>
    episodeNamed(`The Lamp/${name}.mp4`, { show: 'The Lamp', season }, {});

  it.each([
    [
      'onex',
      [
        [1, 1, 'Begin'],
        [1, 2, 'Cold'],
      ],
      [],
    ],
    [
      'double',
      [
        [1, 1, 'Begin and Cold (1–2)'],
        [1, 3, 'Next'],
      ],
      ['The Lamp/Season 1/S01E01-E02 Begin and Cold.mp4: holds episodes 1 to 2 as one'],
    ],
  ])('is understood in the folder %s', async (folder, expected, notes) => {
    const { rows, unread } = await readFilmFolder(join(CASES, folder));
    const episodes = rows.flatMap(({ row }) =>
      row.kind === 'episode' ? [[row.season, row.ordinal, row.title]] : [],
    );
    expect(episodes).toEqual(expected);
    expect(unread).toEqual(notes);
  });

  it.each([
    ['S1.E2', 1, 2, 'Episode 2'],
    ['Season 1 Episode 2', 1, 2, 'Episode 2'],
    ['Seisoen 1, Ep 2 Koud', 1, 2, 'Koud'],
    ['The Lamp - 2x03 - Cold', 2, 3, 'Cold'],
    ['s02ep10.1080p', 2, 10, '1080p'],
    ['S01E01E02', 1, 1, 'Episodes 1–2'],
    ['S01E01-02', 1, 1, 'Episodes 1–2'],
    ['S01E01-S01E03 All', 1, 1, 'All (1–3)'],
    ['S01E01 & E02', 1, 1, 'Episodes 1–2'],
    ['1x01-1x02', 1, 1, 'Episodes 1–2'],
    ['S01E01 - 24 hours', 1, 1, '24 hours'],
    ['S01E01-1080p', 1, 1, '1080p'],
  ])('%s is season %s, episode %s', (name, season, ordinal, title) => {
    expect(named(name)).toMatchObject({ season, ordinal, title });
  });

  it.each([
    ['Ep 3', 3, 'Episode 3'],
    ['The Lamp Episode 3 Cold', 3, 'Cold'],
    ['02 - Cold', 2, 'Cold'],
    ['02. Cold', 2, 'Cold'],
    ['02 Cold', 2, 'Cold'],
    ['2', 2, 'Episode 2'],
    ['01-02 Begin', 1, 'Begin (1–2)'],
  ])('%s within a season is episode %s', (name, ordinal, title) => {
    expect(named(name, 4)).toMatchObject({ season: 4, ordinal, title });
  });

  it.each([
    '2024-03-05 News',
    '2024',
    '05.03.2024',
    '20240305',
    '7de Laan',
    '3 Idiots',
    '720p',
    '1920x1080',
    '401 - Cold',
    'Cold',
  ])('%s is asked for, and not guessed', (name) => {
    expect(() => named(name, 4)).toThrow(ImportError);
    expect(() => named(name, 4)).toThrow('no number that is understood');
  });

  it('of several that are not understood is asked for all at once', async () => {
    await expect(withFiles(['L/S1/a.mp4', 'L/S1/b.mp4', 'L/S1/S01E05-E02.mp4'])).rejects.toThrow(
      /S01E05-E02.mp4: its numbers 5 and 2 are not understood\n.*a\.mp4: no number.*\n.*b\.mp4/,
    );
  });
});
