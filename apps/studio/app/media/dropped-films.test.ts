import { StudioCallError, type StudioClient } from '@bonisa/contract/studio/studio-client';
import { describe, expect, it } from 'vitest';
import { filmsAmong } from './dropped-films.ts';
import { giveCaptions, makeDraft } from './new-drafts.ts';

const file = (name: string, text = 'bytes') => new File([text], name);

describe('films that are dropped on the list of videos', () => {
  it('have the title, the address, the year and the captions that the names say', () => {
    const names = ['The_Lamp (2019) 1080p.mp4', 'The_Lamp (2019) 1080p.en.srt', 'Umuzi.MOV'];
    const { films, leftOut } = filmsAmong(names.map((name) => file(name)));
    expect(films).toMatchObject([
      { title: 'The Lamp', slug: 'the-lamp', year: 2019, captions: [{ language: 'en' }] },
      { title: 'Umuzi', slug: 'umuzi', year: undefined, captions: [] },
    ]);
    expect(films[0]?.captions[0]?.file.name).toBe('The_Lamp (2019) 1080p.en.srt');
    expect(leftOut).toEqual([]);
  });

  it('leave out, by name, what belongs to none of them', () => {
    const { films, leftOut } = filmsAmong([
      ...[file('The Lamp.mp4'), file('The Lamp.zu.forced.srt'), file('notes.pdf')],
    ]);
    expect(films.map(({ captions }) => captions)).toEqual([[]]);
    expect(leftOut).toEqual([
      'The Lamp.zu.forced.srt: forced captions, of a few lines only, are not offered',
      'notes.pdf: belongs to no film',
    ]);
  });

  it('have an address even where the title has no letter for one', () => {
    expect(filmsAmong([file('電影.mp4')]).films).toMatchObject([{ title: '電影', slug: 'film' }]);
  });
});

describe('the draft of a film', () => {
  const given = { channel: 'ekhaya', genre: 'drama', ratingAge: 'PG' };
  const [film] = filmsAmong([file('The Lamp.mp4')]).films;
  if (!film) throw new Error('there is no film');
  const refused = (field: string) =>
    new StudioCallError(409, {
      code: 'conflict',
      description: 'taken',
      correlation_id: 'x',
      fields: [{ field, problem: 'another entry has this key' }],
    });

  /** A studio that has entries of these keys. */
  function studioWith(taken: readonly string[], field = 'key') {
    const sent: unknown[] = [];
    const call = (async (_call: unknown, input: { params: { key: string } }) => {
      if (taken.includes(input.params.key)) throw refused(field);
      sent.push(input);
      return { key: input.params.key };
    }) as unknown as StudioClient;
    return { sent, parts: { call, now: new Date('2026-11-30T08:00:00Z') } };
  }

  it('has what is known; the words are still to be written', async () => {
    const { sent, parts } = studioWith([]);
    expect(await makeDraft(film, given, parts)).toBe('the-lamp');
    const fields = { ...given, title: 'The Lamp', slug: 'the-lamp', year: 2026, synopsis: '' };
    expect(sent).toMatchObject([{ body: { version: 0, fields } }]);
  });

  it('gets another address where its own is taken, as a key or as a slug', async () => {
    expect(await makeDraft(film, given, studioWith(['the-lamp', 'the-lamp-2']).parts)).toBe(
      'the-lamp-3',
    );
    expect(await makeDraft(film, given, studioWith(['the-lamp'], 'slug').parts)).toBe('the-lamp-2');
  });

  it('is not made where anything else is refused', async () => {
    const { parts } = studioWith(['the-lamp'], 'channel');
    await expect(makeDraft(film, given, parts)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('names captions that cannot be given, and gives the others', async () => {
    const captions = ['en', 'zu'].map((language) => {
      return { file: file(`The Lamp.${language}.srt`), language, label: language };
    });
    const given: unknown[] = [];
    const call = (async (_call: unknown, input: { params: { language: string } }) => {
      if (input.params.language === 'en') throw new Error('It has no captions.');
      given.push(input.params.language);
    }) as unknown as StudioClient;
    expect(await giveCaptions('the-lamp', captions, call)).toEqual([
      'The Lamp.en.srt: It has no captions.',
    ]);
    expect(given).toEqual(['zu']);
  });
});
