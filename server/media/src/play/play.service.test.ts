import { randomBytes } from 'node:crypto';
import { play as playCall } from '@bonisa/contract/play.calls';
import type { PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import type { TitleSegment } from '@bonisa/domain/playback/title-segments';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Rendition } from '../asset.ts';
import type { TitleAsset } from '../composition.service.ts';
import { createMediaSigning } from '../delivery/media.signing.ts';
import { storedAsset } from '../stored-asset.test-kit.ts';
import { createPlayService, type Entitlement } from './play.service.ts';

const ID = '01990a00-0000-7000-8000-000000000001';
const PLAY = '01990a00-0000-7000-8000-000000000002';
/** Of a play without a place. */
const OWN = '01990a00-0000-7000-8000-000000000004';
const now = new Date('2026-11-20T14:00:00Z');
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const signing = createMediaSigning(randomBytes(32));
const request = { headers: { 'x-platform': 'web-tablet' } } as unknown as FastifyRequest;

const asset = storedAsset(now, {
  id: ID,
  title: 'A clip',
  durationMs: 24_000,
  renditions: [240, 360, 720].map((height) => ({
    height,
    pixelWidth: height * 2,
    pixelHeight: height,
    frameRate: 25,
    codecs: 'avc1.64001e',
    bandwidth: 1,
    averageBandwidth: 1,
    bytes: height * 10_000,
    segments: [{ start: 0, duration: 2, bytes: 1 }],
  })),
  captions: [{ language: 'en-ZA', label: 'English' }],
  segments: [{ kind: 'intro', start: 0, end: 4 }],
});

const AV1_FILES = '01990a00-0000-7000-8000-000000000003';
const av1 = {
  filesId: AV1_FILES,
  renditions: asset.renditions.map((one) => ({ ...one, codecs: 'av01', bytes: one.height * 6000 })),
};

function service(
  entitlement: Entitlement,
  state: TitleAsset['state'] = 'ready',
  changes: Partial<TitleAsset> = {},
  segments: readonly TitleSegment[] | null = null,
  packages: readonly PackageWindow[] | null = null,
  fileBytes = 15_000,
) {
  return createPlayService({
    findPlayable: async (slug) =>
      slug === 'clip'
        ? { kind: 'video' as const, id: 12, assetId: ID, title: 'A clip', slug, segments, packages }
        : undefined,
    entitlementOf: async () => entitlement,
    resumeAt: async (subscriberId, { kind, id }) =>
      subscriberId === '7' && kind === 'video' && id === 12 ? 9 : null,
    takePlace: async ({ kind, session }, takeOver) =>
      session === 'full' && !takeOver
        ? { granted: false, device: { kind, since: now } }
        : { granted: true, playId: PLAY },
    findAsset: async () => ({ ...asset, state, parts: [asset], ...changes }),
    signing,
    readFile: async (assetId, path) => Buffer.from(`${assetId}/${path}`.padEnd(fileBytes, '.')),
    sendsCmcd: false,
    newId: () => OWN,
    clock: { now: () => now },
  });
}
const BOARD = { interval: 2, columns: 2, count: 2, width: 160, height: 90 };
const entitled = (until: Date): Extract<Entitlement, { entitled: true }> => ({
  entitled: true,
  subscriberId: '7',
  session: 'of-7',
  until,
});

// F10: resume position, entitlement and signed addresses, or {entitled: false}
describe('the play call', () => {
  it('issues addresses for this viewer and names the size of each rendition', async () => {
    const answer = await service(entitled(inHours(24))).play({ video: 'clip' }, request);
    expect(playCall.reply.parse(answer)).toEqual(answer);
    if (!answer.entitled) throw new Error('not entitled');
    expect(answer).toMatchObject({
      duration_seconds: 24,
      resume_at: 9,
      segments: [{ kind: 'intro', start: 0, end: 4 }],
      play_id: PLAY,
      heartbeat_seconds: 30,
      megabytes: 7.21,
      renditions: [
        { height: 240, megabytes: 2.41 },
        { height: 360, megabytes: 3.61 },
        { height: 720, megabytes: 7.21 },
      ],
      expires_at: inHours(4).toISOString(),
      captions: [
        {
          language: 'en-ZA',
          label: 'English',
          src: expect.stringMatching(
            /^\/media\/s\/\d+-[\w-]{49}\/[0-9a-f-]{36}\/captions\/en-za\.vtt$/,
          ),
        },
      ],
    });
    const token = /^\/media\/p\/([^/]+)\/master\.m3u8$/.exec(answer.playlist)?.[1] ?? '';
    expect(signing.readPlaylistToken(token, now)).toEqual({
      ok: true,
      value: {
        language: 'en',
        assetId: ID,
        viewer: '7',
        session: 'of-7',
        until: inHours(4),
        title: 'clip',
      },
    });
  });

  it('answers ahead of a press without a place, and leaves out media above 32 kB', async () => {
    const full = service({ ...entitled(inHours(9)), session: 'full' });
    expect(await full.play({ video: 'clip' }, request)).toMatchObject({ reason: 'other_device' });
    const ahead = await full.play({ video: 'clip', ahead: true }, request);
    expect(ahead).toMatchObject({ entitled: true, play_id: OWN });
    if (!ahead.entitled) throw new Error('not entitled');
    // An init segment and a chunk of 15 kB each.
    expect(ahead.media.start?.is_whole).toBe(true);
    const heavy = service(entitled(inHours(9)), 'ready', {}, null, null, 20_000);
    const light = await heavy.play({ video: 'clip', ahead: true }, request);
    expect(light).toMatchObject({ entitled: true, media: { renditions: [{}, {}, {}] } });
    expect(light.entitled && light.media.start).toBeUndefined();
    expect(await heavy.play({ video: 'clip' }, request)).toMatchObject({
      media: { start: { segment: 0 } },
    });
  });

  it('answers in AV1 alone a device that asks for it, and names the megabytes of AV1', async () => {
    const both = { ...asset, storyboard: BOARD, av1 };
    const title = service(entitled(inHours(9)), 'ready', { av1, parts: [both] });
    const inAv1 = await title.play({ video: 'clip', av1: true, max_height: 400 }, request);
    expect(inAv1).toMatchObject({
      megabytes: 2.17,
      renditions: [{ height: 240 }, { height: 360 }],
    });
    if (!inAv1.entitled) throw new Error('not entitled');
    const { parts, renditions, start } = inAv1.media;
    expect(renditions.map(({ codecs }) => codecs)).toEqual(['av01', 'av01']);
    expect(parts[0]?.base).toContain(`/${AV1_FILES}/`);
    expect(parts[0]?.storyboard?.url).toContain(`/${ID}/`);
    expect(Buffer.from(start?.init ?? '', 'base64').toString()).toContain(`${AV1_FILES}/`);
    const usual = await title.play({ video: 'clip', max_height: 400 }, request);
    expect(usual).toMatchObject({ megabytes: 3.61 });
  });

  it('answers in H.264 for sound alone and where a part has no AV1', async () => {
    const sound = { ...asset.renditions[0], height: 0, codecs: 'mp4a.40.2' } as Rendition;
    const withSound = { ...asset, av1, renditions: [sound, ...asset.renditions] };
    const alone = service(entitled(inHours(9)), 'ready', { ...withSound, parts: [withSound] });
    const half = service(entitled(inHours(9)), 'ready', { av1, parts: [{ ...asset, av1 }, asset] });
    const answers = [
      await alone.play({ video: 'clip', av1: true, max_height: 0 }, request),
      await half.play({ video: 'clip', av1: true }, request),
    ];
    const codecs = answers.map((one) => one.entitled && one.media.renditions[0]?.codecs);
    expect(codecs).toEqual(['mp4a.40.2', 'avc1.64001e']);
  });

  it('names the editor’s segments where they fit the media, and else those of the media', async () => {
    const segmentsOf = async (segments: readonly TitleSegment[]) => {
      const played = await service(entitled(inHours(24)), 'ready', {}, segments).play(
        { video: 'clip' },
        request,
      );
      return played.entitled && played.segments;
    };
    const intro = { kind: 'intro', start: 1, end: 3 } as const;
    expect(await segmentsOf([intro])).toEqual([intro]);
    expect(await segmentsOf([])).toEqual([]);
    expect(await segmentsOf([{ ...intro, end: 9999 }])).toEqual(asset.segments);
  });

  it('issues addresses that expire with the entitlement', async () => {
    expect(await service(entitled(inHours(1))).play({ video: 'clip' }, request)).toMatchObject({
      expires_at: inHours(1).toISOString(),
    });
    expect(await service(entitled(now)).play({ video: 'clip' }, request)).toEqual({
      entitled: false,
      reason: 'expired',
    });
  });

  it('offers no rendition above the cap and counts the megabytes of the others', async () => {
    expect(
      await service(entitled(inHours(9))).play({ video: 'clip', max_height: 480 }, request),
    ).toMatchObject({
      megabytes: 3.61,
      renditions: [{ height: 240 }, { height: 360 }],
    });
    expect(
      await service(entitled(inHours(9))).play({ video: 'clip', max_height: 1 }, request),
    ).toMatchObject({
      renditions: [{ height: 240 }],
    });
  });

  it('names the device that plays instead, and plays here when it is asked to take over', async () => {
    const full: Entitlement = {
      entitled: true,
      subscriberId: '7',
      session: 'full',
      until: inHours(9),
    };
    const answer = await service(full).play({ video: 'clip' }, request);
    expect(playCall.reply.parse(answer)).toEqual({
      entitled: false,
      reason: 'other_device',
      device: { kind: 'tablet', since: now.toISOString() },
    });
    expect(await service(full).play({ video: 'clip', take_over: true }, request)).toMatchObject({
      entitled: true,
      play_id: PLAY,
    });
  });

  it('distinguishes a visitor from an ended subscription, and gives neither an address', async () => {
    for (const reason of ['visitor', 'expired'] as const) {
      expect(await service({ entitled: false, reason }).play({ video: 'clip' }, request)).toEqual({
        entitled: false,
        reason,
      });
    }
  });

  it('refuses a package whose window is not open, and ends with the window of one that is', async () => {
    const packages = [{ package: 'monthly', from: null, until: inHours(2).toISOString() }];
    const playAs = (packageId: string) =>
      service({ ...entitled(inHours(24)), packageId }, 'ready', {}, null, packages).play(
        { video: 'clip' },
        request,
      );
    expect(await playAs('daily')).toEqual({ entitled: false, reason: 'other_package' });
    expect(await playAs('monthly')).toMatchObject({ expires_at: inHours(2).toISOString() });
  });

  it('answers not_found for an unknown title and for media that are not ready', async () => {
    await expect(
      service(entitled(inHours(9))).play({ video: 'other' }, request),
    ).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
    });
    await expect(
      service(entitled(inHours(9)), 'processing').play({ video: 'clip' }, request),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
