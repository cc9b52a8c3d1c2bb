import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Pool } from 'undici';

/** The kinds of requests of a viewer. */
export type Kind =
  | 'page'
  | 'viewer'
  | 'play'
  | 'playlist'
  | 'segment'
  | 'heartbeat'
  | 'resume'
  | 'log';

/** An answer that is not the expected one. */
export class AnswerError extends Error {}

/** Names the time of each answer, in milliseconds. */
export type OnAnswer = (kind: Kind, ms: number) => void;

/** Pages of the catalogue of the fleet: the last one is rendered for each request. */
const PAGES = ['/', '/channel/ekhaya', '/live', '/search?q=isi'] as const;
const VIDEO = 'isibane';
const HEADERS = {
  'x-platform': 'web-mobile',
  'x-site-version': '1.7',
  'x-country': 'South Africa',
  'x-locale': 'za',
  // As browsers do.
  'accept-encoding': 'gzip, deflate, br',
};

interface PlayAnswer {
  readonly entitled: boolean;
  readonly reason?: string;
  readonly playlist: string;
  readonly play_id: string;
  readonly media: { readonly parts: readonly { readonly base: string }[] };
}

interface Received {
  readonly bytes: Buffer;
  readonly encoding: unknown;
}

interface Play {
  readonly id: string;
  readonly playlist: string;
  readonly base: string;
  /** The id that the player's reports name. */
  readonly uuid: string;
}

export type Viewer = ReturnType<typeof createViewer>;

/**
 * The browser of a signed-in viewer: each function is one request, or throws {@link AnswerError}
 * for an answer that a person would notice.
 */
export function createViewer(
  site: Pool,
  cookies: ReadonlyMap<string, string>,
  { segments, onAnswer }: { readonly segments: number; readonly onAnswer: OnAnswer },
) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let playing: Play | undefined;
  let [pages, segment] = [0, Math.floor(Math.random() * segments)];
  let videoId: number | undefined;

  async function ask(kind: Kind, path: string, body?: object): Promise<Received> {
    const began = performance.now();
    const { statusCode, headers, ...answer } = await site.request({
      path,
      method: body ? 'POST' : 'GET',
      headers: { ...HEADERS, cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (statusCode !== 200 && statusCode !== 204)
      throw new AnswerError(`${kind}: ${statusCode} ${bytes.subarray(0, 120)}`);
    onAnswer(kind, performance.now() - began);
    return { bytes, encoding: headers['content-encoding'] };
  }
  const askJson = async <Answer>(kind: Kind, path: string, body: object): Promise<Answer> => {
    const { bytes, encoding } = await ask(kind, path, body);
    const plain =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
    return JSON.parse(plain.toString());
  };

  const now = (): Play => {
    if (!playing) throw new Error('nothing plays');
    return playing;
  };

  async function play(): Promise<void> {
    const answer = await askJson<PlayAnswer>('play', '/api/play', { video: VIDEO });
    const base = answer.media?.parts[0]?.base;
    if (!answer.entitled || base === undefined)
      throw new AnswerError(`play: ${answer.reason ?? 'no media'}`);
    playing = { id: answer.play_id, playlist: answer.playlist, base, uuid: randomUUID() };
  }

  return {
    page: async () => void (await ask('page', PAGES[pages++ % PAGES.length] ?? '/')),
    watchPage: async () => void (await ask('page', `/video/${VIDEO}`)),
    viewer: async () => void (await ask('viewer', '/api/viewer')),
    play,
    /** Both playlists, as a player without our own engine reads them. */
    playlists: async () => {
      const { playlist } = now();
      await ask('playlist', playlist);
      await ask('playlist', playlist.replace('master', '360p'));
    },
    segment: async () => {
      segment = (segment + 1) % segments;
      await ask('segment', `${now().base}360p/${segment}.m4s`);
    },
    heartbeat: async (ended = false) => {
      const body = { play_id: now().id, ...(ended ? { ended } : {}) };
      const { playing: on } = await askJson<{ playing: boolean }>(
        'heartbeat',
        '/api/play/heartbeat',
        body,
      );
      if (!on && !ended) throw new AnswerError('heartbeat: stopped');
    },
    resume: async () => {
      const time = 60 + segment;
      await ask('resume', '/api/viewer/resume', { positions: [{ video_id: videoId, time }] });
    },
    log: async (status: 'started' | 'finished', seconds = 0) => {
      const quality = {
        ...{ start_ms: 400, stalls: 0, stalled_seconds: 0, watched_seconds: seconds },
        ...{ finished: false, network: 'mobile', save_data: false, heights: [[360, seconds]] },
        bytes: { mobile: seconds * 43_750, wifi: 0, unknown: 0 },
      };
      const body = { uuid: now().uuid, video: VIDEO, status };
      await ask('log', '/api/videos/log', {
        ...body,
        ...(status === 'finished' ? { vid_finished_at: seconds, quality } : {}),
      });
    },
    /** Finds the number of the video, which resume positions name. */
    start: async (): Promise<void> => {
      const found = await site.request({ path: `/content/v1/video?slug=${VIDEO}`, method: 'GET' });
      videoId = idOf(await found.body.json());
    },
  };
}

function idOf(answer: unknown): number {
  const id = /"id":\s*(\d+)/.exec(JSON.stringify(answer))?.[1];
  if (!id) throw new Error('the video has no id');
  return Number(id);
}
