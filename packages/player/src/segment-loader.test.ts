import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppendQueue } from './append-queue.ts';
import type { PlayMedia } from './play-media.ts';
import { createSegmentLoader } from './segment-loader.ts';
import { timelineOf } from './timeline.ts';

afterEach(() => vi.unstubAllGlobals());

const SOUND = { folder: 'audio', height: 0, bandwidth: 35_000, codecs: 'mp4a.40.2' };
const LOW = { folder: '144p', height: 144, bandwidth: 95_000, codecs: 'avc1,mp4a' };
const HIGH = { folder: '480p', height: 480, bandwidth: 800_000, codecs: 'avc1,mp4a' };
const TITLE: PlayMedia = {
  parts: [
    { base: '/a/', durations: [2, 2] },
    { base: '/b/', durations: [2] },
  ],
  renditions: [LOW, HIGH],
};
const bytes = (text: string) => new TextEncoder().encode(text);

/** A loader on a fast network whose files hold their own address. */
function setUp(media: PlayMedia = TITLE) {
  const log: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const range = new Headers(init.headers).get('range');
    log.push(range ? `GET ${url} ${range}` : `GET ${url}`);
    return new Response(url, { status: range ? 206 : 200 });
  });
  const queue: AppendQueue = {
    append: async (piece) => void log.push(`append ${new TextDecoder().decode(piece)}`),
    prepare: async (type, offset) => void log.push(`prepare ${type} ${offset}`),
    remove: async ({ start, end }) => void log.push(`remove ${start} to ${end}`),
    reset: async () => void log.push('reset'),
    whenIdle: async (act: () => void) => act(),
  };
  const video = { currentTime: 0, buffered: { length: 0 } as TimeRanges };
  const throughput = { record: () => undefined, read: () => 50_000_000 };
  const loader = createSegmentLoader(media, { video, throughput });
  const [first, second, third] = timelineOf(media.parts);
  const load = async (segment: typeof first) => {
    if (segment) await loader.load(segment, Promise.resolve(queue), new AbortController().signal);
    return log.splice(0).filter((line) => !line.startsWith('append /'));
  };
  return { loader, load, log, first, second, third };
}

describe('loading segments', () => {
  it('fetches the init segment of a rendition once, and then segments only', async () => {
    const { load, first, second } = setUp();
    expect(await load(first)).toEqual([
      'GET /a/480p/init.mp4',
      'GET /a/480p/0.m4s',
      'prepare video/mp4; codecs="avc1,mp4a" 0',
    ]);
    expect(await load(second)).toEqual(['GET /a/480p/1.m4s']);
  });

  it('shifts the times of another part and gives it its own init segment', async () => {
    const { load, second, third } = setUp();
    await load(second);
    expect(await load(third)).toEqual([
      'GET /b/480p/init.mp4',
      'GET /b/480p/0.m4s',
      'prepare video/mp4; codecs="avc1,mp4a" 4',
    ]);
  });

  it('appends the bytes of the answer in one, and only then fetches the rest', async () => {
    const start = {
      folder: '144p',
      segment: 0,
      init: bytes('init'),
      bytes: bytes('first'),
      isWhole: false,
    };
    const { load, first, loader } = setUp({ ...TITLE, start });
    expect(await load(first)).toEqual([
      'prepare video/mp4; codecs="avc1,mp4a" 0',
      'append initfirst',
      'GET /a/144p/0.m4s bytes=5-',
    ]);
    expect(loader.rendition()).toEqual(LOW);
  });

  it('fetches nothing of a segment that came whole with the answer', async () => {
    const start = {
      folder: '480p',
      segment: 0,
      init: bytes('i'),
      bytes: bytes('b'),
      isWhole: true,
    };
    const { load, first } = setUp({ ...TITLE, start });
    expect((await load(first)).filter((line) => line.startsWith('GET'))).toEqual([]);
  });

  it('goes on with other renditions: the same one, or else the highest that is left', async () => {
    const { loader, load, first, second } = setUp();
    await load(first);
    loader.use({ ...TITLE, renditions: [LOW] });
    expect(loader.rendition()).toEqual(LOW);
    expect(await load(second)).toContain('GET /a/144p/1.m4s');
    loader.use({ ...TITLE, renditions: [SOUND] });
    expect(await load(second)).toContain('GET /a/audio/1.m4s');
  });

  it('appends the init segment again after the buffer was reset, without fetching it', async () => {
    const { loader, load, first, second } = setUp();
    await load(first);
    loader.startOver();
    expect(await load(second)).toEqual([
      'GET /a/480p/1.m4s',
      'prepare video/mp4; codecs="avc1,mp4a" 0',
    ]);
  });

  it('throws the fault of a lost network once, and nothing beside it', async () => {
    const { load, first } = setUp();
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    await expect(load(first)).rejects.toMatchObject({ fault: 'network' });
    // A rejection that nobody awaits fails the run.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('gives a hopeless download up and fetches the lowest rendition instead', async () => {
    const { load, first, log } = setUp();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.stubGlobal('fetch', async (url: string) => {
      log.push(`GET ${url}`);
      const slow = url.includes('480p/0');
      const headers = new Headers(slow ? { 'content-length': '100000' } : {});
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (slow) now += 3_000;
          controller.enqueue(bytes('piece'));
          if (!slow) controller.close();
        },
      });
      return new Response(body, { headers });
    });
    const lines = await load(first);
    expect(lines.filter((line) => !line.startsWith('append'))).toEqual([
      'GET /a/480p/init.mp4',
      'GET /a/480p/0.m4s',
      'prepare video/mp4; codecs="avc1,mp4a" 0',
      'reset',
      'GET /a/144p/init.mp4',
      'GET /a/144p/0.m4s',
      'prepare video/mp4; codecs="avc1,mp4a" 0',
    ]);
    vi.restoreAllMocks();
  });
});
