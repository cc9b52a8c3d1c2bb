// F10: a title in several languages, from its assets to the playlists of each language.
import { randomBytes } from 'node:crypto';
import { play as playCall } from '@bonisa/contract/play.calls';
import type { Language } from '@bonisa/domain/languages';
import type { FastifyRequest } from 'fastify';
import * as HLS from 'hls-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AssetAudio, type Rendition, renditionFolder } from './asset.ts';
import type { TitleAsset } from './composition.service.ts';
import { CompositionError, composeAudio, composeAv1, composeRenditions } from './composition.ts';
import { playlistAddress, readPlaylistName } from './delivery/delivery.addresses.ts';
import { createDeliveryService } from './delivery/delivery.service.ts';
import { createMediaSigning } from './delivery/media.signing.ts';
import { createSegmentCache } from './delivery/segment-cache.ts';
import { createPlayService, type PlayBody } from './play/play.service.ts';
import { storedAsset } from './stored-asset.test-kit.ts';
import { languagesOf, titleInTrack, weighTracks } from './title-audio.ts';

const FILM = '01990a00-0000-7000-8000-000000000001';
const OTHER = '01990a00-0000-7000-8000-000000000002';
const AV1_FILES = '01990a00-0000-7000-8000-000000000003';
const now = new Date('2026-11-20T14:00:00Z');
const request = { headers: {} } as unknown as FastifyRequest;

const rendition = (height: number, bytes: number, codec = 'avc1.64001e'): Rendition => ({
  height,
  pixelWidth: height * 2,
  pixelHeight: height,
  frameRate: height ? 25 : 0,
  codecs: height ? `${codec},mp4a.40.2` : 'mp4a.40.2',
  bandwidth: bytes * 8,
  averageBandwidth: bytes * 4,
  bytes,
  segments: [
    { start: 0, duration: 2, bytes: bytes / 2 },
    { start: 2, duration: 2, bytes: bytes / 2 },
  ],
});

/** The sizes differ from language to language, so that a test sees which one was taken. */
const inZulu = [rendition(0, 10_000), rendition(144, 100_000), rendition(360, 400_000)];
const inEnglish = [rendition(0, 20_000), rendition(144, 110_000), rendition(360, 410_000)];
const audio: AssetAudio = {
  tracks: [{ language: 'zu' }, { language: 'en', renditions: inEnglish }],
  leftOut: [],
};
const av1 = {
  filesId: AV1_FILES,
  renditions: [rendition(144, 60_000, 'av01.0.01M.08')],
  tracks: [
    { language: 'zu' },
    { language: 'en', renditions: [rendition(144, 70_000, 'av01.0.01M.08')] },
  ],
};

const captions = [
  { language: 'en-ZA', label: 'English' },
  { language: 'zu', label: 'isiZulu' },
];
const film = storedAsset(now, { id: FILM, renditions: inZulu, av1, audio, captions });
const asTitle = (asset: Omit<TitleAsset, 'parts'>): TitleAsset => ({ ...asset, parts: [asset] });
/** From before several languages were packaged. */
const older = asTitle({ ...film, id: OTHER, audio: null, av1: null });
const signing = createMediaSigning(randomBytes(32));
const findAsset = async (id: string) => [asTitle(film), older].find((asset) => asset.id === id);
const delivery = createDeliveryService({
  signing,
  findPlayable: async () => undefined,
  findAsset,
  mayStillPlay: async () => true,
  store: { load: async () => undefined },
  cache: createSegmentCache(1000),
  clock: { now: () => now },
});

function play(body: Partial<PlayBody>, assetId = FILM, languages = ['st']) {
  const service = createPlayService({
    findPlayable: async (slug) => ({
      ...{ kind: 'video', id: 12, assetId, title: 'A film', slug, segments: null },
      languages,
    }),
    entitlementOf: async () => ({
      ...{ entitled: true, subscriberId: '7', session: 'of-7' },
      until: new Date(now.getTime() + 3_600_000),
    }),
    resumeAt: async () => null,
    takePlace: async () => ({ granted: true, playId: OTHER }),
    findAsset,
    signing,
    readFile: async (id, path) => Buffer.from(`${id}/${path}`.padEnd(900, '.')),
    sendsCmcd: false,
    newId: () => OTHER,
    clock: { now: () => now },
  });
  return service.play({ video: 'film', ...body }, request);
}

async function granted(...asked: Parameters<typeof play>) {
  const answer = await play(...asked);
  expect(playCall.reply.parse(answer)).toEqual(answer);
  if (!answer.entitled) throw new Error('not entitled');
  return answer;
}

const named = (playlist: string) => readPlaylistName(playlist.split('/').at(-1) ?? '');
const tokenIn = (playlist: string) => playlist.split('/')[3] ?? '';

beforeAll(() => HLS.setOptions({ strictMode: true }));

describe('the play call of a film in several languages', () => {
  it('plays the first one, and names them all by their own names', async () => {
    const answer = await granted({});
    expect(answer).toMatchObject({
      audio_language: 'zu',
      audio_languages: [
        { language: 'zu', label: 'isiZulu' },
        { language: 'en', label: 'English' },
      ],
    });
    expect(answer.media.renditions.map(({ folder }) => folder)).toEqual(['144p', '360p']);
    expect(named(answer.playlist)).toEqual({ of: 'master', track: undefined });
  });

  it.each(['en', 'eng', 'en-ZA'])('plays the language that the viewer likes: %s', async (tag) => {
    const answer = await granted({ audio_language: tag });
    expect(answer).toMatchObject({ audio_language: 'en', audio_languages: [{}, {}] });
    expect(answer.media.renditions.map(({ folder }) => folder)).toEqual(['144p-en', '360p-en']);
    expect(named(answer.playlist)).toEqual({ of: 'master', track: 'en' });
    const { start } = answer.media;
    expect(Buffer.from(start?.init ?? '', 'base64').toString()).toContain('p-en/init.mp4');
  });

  it('counts the megabytes of the language that plays, also of its sound alone and in AV1', async () => {
    const megabytes = async (body: Partial<PlayBody>) => (await granted(body)).megabytes;
    const at = (max_height: number) => ({ max_height, audio_language: 'en' });
    expect([await megabytes({ max_height: 0 }), await megabytes(at(0))]).toEqual([0.02, 0.03]);
    expect([await megabytes({ max_height: 144 }), await megabytes(at(144))]).toEqual([0.11, 0.12]);
    const inAv1 = await granted({ ...at(144), av1: true });
    expect(inAv1.megabytes).toBe(0.08);
    expect(inAv1.media.parts[0]?.base).toContain(AV1_FILES);
    expect(inAv1.media.renditions[0]?.folder).toBe('144p-en');
  });

  it('plays a film that lacks the language in its first one', async () => {
    expect(await granted({ audio_language: 'fr' })).toMatchObject({ audio_language: 'zu' });
    const said = { audio_language: 'st', audio_languages: [{ language: 'st', label: 'Sesotho' }] };
    expect(await granted({ audio_language: 'en' }, OTHER)).toMatchObject(said);
    expect(await granted({}, OTHER, [])).toMatchObject({
      audio_language: null,
      audio_languages: [],
    });
  });

  it('refuses what is no language, by the name of the field', () => {
    for (const wrong of ['../en', 'x', 'zu/', "zu'", 'z'.repeat(36)]) {
      const read = playCall.body.safeParse({ video: 'film', audio_language: wrong });
      expect(
        read.error?.issues.map(({ path }) => path.join('.')),
        wrong,
      ).toContain('audio_language');
    }
  });
});

describe('the playlists of a film in several languages', () => {
  it('are those of one language each, for an independent parser too', async () => {
    const { playlist } = await granted({ audio_language: 'en' });
    const token = tokenIn(playlist);
    const master = HLS.parse(await delivery.multivariant(token, 'en')) as HLS.types.MasterPlaylist;
    const uris = master.variants.map(({ uri }) => named(uri));
    expect(uris).toEqual([
      { of: { height: 360, codec: 'h264' }, track: 'en' },
      { of: { height: 144, codec: 'h264' }, track: 'en' },
      { of: { height: 144, codec: 'av1' }, track: 'en' },
      { of: { height: 0, codec: 'h264' }, track: 'en' },
    ]);
    for (const name of uris) {
      if (!name || name.of === 'master') throw new Error('a variant has no address of its own');
      const { plain } = await delivery.renditionPlaylist(token, name.of, name.track);
      const media = HLS.parse(plain.toString()) as HLS.types.MediaPlaylist;
      expect(media.segments.map(({ duration }) => duration)).toEqual([2, 2]);
      const files = name.of.codec === 'av1' ? AV1_FILES : FILM;
      for (const { uri } of media.segments)
        expect(uri).toContain(`/${files}/${renditionFolder(name.of.height, 'en')}/`);
    }
    const first = await delivery.renditionPlaylist(token, { height: 144, codec: 'h264' });
    expect(first.plain.toString()).toContain(`/${FILM}/144p/`);
  });

  it('answer one token in all languages of its film, and in none that it lacks', async () => {
    const token = tokenIn((await granted({})).playlist);
    for (const track of [undefined, 'zu', 'en'])
      expect(await delivery.multivariant(token, track)).toContain('#EXTM3U');
    for (const track of ['fr', 'und', 'xx']) {
      const refusal = { code: 'not_found', message: expect.stringContaining(`'${track}'`) };
      await expect(delivery.multivariant(token, track)).rejects.toMatchObject(refusal);
      const low = { height: 144, codec: 'h264' } as const;
      await expect(delivery.renditionPlaylist(token, low, track)).rejects.toMatchObject(refusal);
    }
    const elsewhere = tokenIn((await granted({}, OTHER)).playlist);
    await expect(delivery.multivariant(elsewhere, 'en')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('switch captions of the interface on where another language is heard', async () => {
    const onIn = async (token: string, track?: string) => {
      const master = HLS.parse(await delivery.multivariant(token, track));
      const [first] = (master as HLS.types.MasterPlaylist).variants;
      expect(first?.subtitles.map(({ autoselect }) => autoselect)).toEqual([true, true]);
      return first?.subtitles.filter(({ isDefault }) => isDefault).map(({ name }) => name);
    };
    const until = new Date(now.getTime() + 3_600_000);
    const grant = { assetId: FILM, viewer: '7', session: 'of-7', until };
    const of = (language?: Language) => signing.playlistToken({ ...grant, language });
    expect(await onIn(of('en'))).toEqual(['English']);
    expect(await onIn(of('en'), 'en')).toEqual([]);
    expect(await onIn(of('zu'))).toEqual([]);
    expect(await onIn(of('zu'), 'en')).toEqual(['isiZulu']);
    for (const language of ['af', undefined] as const) expect(await onIn(of(language))).toEqual([]);
    // The play call's own language: of a viewer who has chosen none, English.
    expect(await onIn(tokenIn((await granted({})).playlist))).toEqual(['English']);
  });

  it('keep the cap of the grant in every language', async () => {
    const token = tokenIn((await granted({ max_height: 144 })).playlist);
    const high = { height: 360, codec: 'h264' } as const;
    await expect(delivery.renditionPlaylist(token, high, 'en')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('have addresses that nothing but a language fits into', () => {
    const address = playlistAddress('token', { height: 144, codec: 'av1' }, 'nso');
    expect(address).toBe('/media/p/token/av1-144p-nso.m3u8');
    expect(named(address)).toEqual({ of: { height: 144, codec: 'av1' }, track: 'nso' });
    for (const file of ['master-.m3u8', 'master-EN.m3u8', 'master-zulu.m3u8', 'av1-master.m3u8'])
      expect(readPlaylistName(file), file).toBeUndefined();
  });
});

describe('the tracks of a title', () => {
  it('are weighed each with its own renditions', () => {
    const bytesOf = (asset: Parameters<typeof weighTracks>[0]) =>
      weighTracks(asset).map(({ language, renditions }) => [language, renditions?.length]);
    expect(bytesOf(film)).toEqual([
      ['zu', undefined],
      ['en', 4],
    ]);
    expect(bytesOf({ ...film, audio: null })).toEqual([]);
  });

  it('are none of media without sound', () => {
    const silent = { audio: null, renditions: [{ ...rendition(144, 100), codecs: 'avc1.64001e' }] };
    expect(languagesOf(silent, ['zu'])).toEqual([]);
    expect(titleInTrack(older, 'en')).toBeUndefined();
  });

  it('of a composition are those that all its parts have, with the bytes of all parts', () => {
    const part = (id: string, given: AssetAudio | null, files = av1 as typeof film.av1) => ({
      ...{ id, renditions: inZulu, audio: given, av1: files },
    });
    const both = [part('one', audio), part('two', audio)];
    const composed = composeAudio(both);
    expect(composed?.tracks.map(({ language }) => language)).toEqual(['zu', 'en']);
    expect(composed?.tracks[1]?.renditions?.map(({ bytes }) => bytes)).toEqual([
      ...[40_000, 220_000, 820_000],
    ]);
    const title = {
      ...{ renditions: composeRenditions(both), audio: composed, av1: composeAv1(both) },
      parts: both,
    };
    const spoken = titleInTrack(title, 'en');
    expect(spoken?.parts.map(({ renditions }) => renditions)).toEqual([inEnglish, inEnglish]);
    expect(spoken?.av1?.renditions.map(({ bytes }) => bytes)).toEqual([140_000]);

    const only = { tracks: [{ language: 'zu' }], leftOut: [] };
    const languages = (...parts: Parameters<typeof composeAudio>[0]) =>
      composeAudio(parts)?.tracks.map(({ language }) => language);
    expect(languages(part('one', audio), part('two', only))).toEqual(['zu']);
    const turned = { ...audio, tracks: [{ language: 'en' }, { language: 'zu' }] };
    expect(languages(part('one', audio), part('two', turned))).toEqual([null]);
    expect(languages(part('one', null), part('two', audio))).toBeUndefined();
    const odd = { language: 'en', renditions: [rendition(144, 100)] };
    const unlike = { ...audio, tracks: [{ language: 'zu' }, odd] };
    expect(() => composeAudio([part('one', audio), part('two', unlike)])).toThrow(CompositionError);
  });
});
