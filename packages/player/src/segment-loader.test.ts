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
async function* arriving(...pieces: readonly string[]) {
  for (const piece of pieces) yield bytes(piece);
}

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

  it('appends the bytes of the answer as they arrive, and only then fetches the rest', async () => {
    const start = {
      folder: '144p',
      segment: 0,
      init: bytes('init'),
      bytes: arriving('fir', 'st'),
      isWhole: false,
    };
    const { load, first, loader } = setUp({ ...TITLE, start });
    expect(await load(first)).toEqual([
      'prepare video/mp4; codecs="avc1,mp4a" 0',
      'append initfir',
      'append st',
      'GET /a/144p/0.m4s bytes=5-',
    ]);
    expect(loader.rendition()).toEqual(LOW);
  });

  it('fetches nothing of a segment that came whole with the answer', async () => {
    const start = {
      folder: '480p',
      segment: 0,
      init: bytes('i'),
      bytes: arriving('b'),
      isWhole: true,
    };
    const { load, first } = setUp({ ...TITLE, start });
    expect((await load(first)).filter((line) => line.startsWith('GET'))).toEqual([]);
  });

  it('throws a fault of the network where the bytes of the answer do not come', async () => {
    const cut = async function* () {
      yield* arriving('fir');
      throw new TypeError('the line is lost');
    };
    const start = { folder: '480p', segment: 0, init: bytes('i'), bytes: cut(), isWhole: false };
    const { load, first } = setUp({ ...TITLE, start });
    await expect(load(first)).rejects.toMatchObject({ fault: 'network' });
    expect((await load(first)).filter((line) => line.startsWith('GET'))).toContain(
      'GET /a/480p/0.m4s',
    );
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

describe('a title at two places', () => {
  const BOTH: PlayMedia = {
    renditions: [HIGH],
    parts: [{ base: 'https://one.test/a/', backup: 'https://two.test/a/', durations: [2, 2, 2] }],
  };

  /** A network on which what `answer` returns arrives; an Error breaks the download off. */
  function setUpPlaces(answer: (url: string, range: string | null) => (Uint8Array | Error)[]) {
    const log: string[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const range = new Headers(init.headers).get('range');
      log.push(range ? `${url} ${range}` : url);
      const [first, ...rest] = answer(url, range);
      if (first instanceof Error || !first) throw first;
      const pieces = [first, ...rest];
      const body = new ReadableStream({
        pull(controller) {
          const piece = pieces.shift();
          if (!piece) controller.close();
          else if (piece instanceof Error) controller.error(piece);
          else controller.enqueue(piece);
        },
      });
      return new Response(body, { status: range ? 206 : 200 });
    });
    const appended: string[] = [];
    const queue: AppendQueue = {
      append: async (piece) => void appended.push(new TextDecoder().decode(piece)),
      prepare: async () => undefined,
      remove: async () => undefined,
      reset: async () => undefined,
      whenIdle: async (act: () => void) => act(),
    };
    const video = { currentTime: 0, buffered: { length: 0 } as TimeRanges };
    const throughput = { record: () => undefined, read: () => 50_000_000 };
    const loader = createSegmentLoader(BOTH, { video, throughput });
    const segments = timelineOf(BOTH.parts);
    const load = async (number: number) => {
      const segment = segments[number];
      if (!segment) throw new Error('there is no such segment');
      await loader.load(segment, Promise.resolve(queue), new AbortController().signal);
      return { asked: log.splice(0), appended: appended.splice(0) };
    };
    return { load };
  }

  it('goes on at the second place from the byte at which the first broke off', async () => {
    let isBroken = false;
    const { load } = setUpPlaces((url, range) => {
      if (!isBroken || url.includes('two')) return [bytes(range ? 'rest' : url.slice(-5))];
      return [bytes('begun '), new Error('reset')];
    });
    await load(0);
    isBroken = true;
    expect(await load(1)).toEqual({
      asked: ['https://one.test/a/480p/1.m4s', 'https://two.test/a/480p/1.m4s bytes=6-'],
      appended: ['begun ', 'rest'],
    });
    isBroken = false;
    // What works is kept.
    expect((await load(2)).asked).toEqual(['https://two.test/a/480p/2.m4s']);
  });

  it('begins at the second place where the first gives nothing, init segment included', async () => {
    const { load } = setUpPlaces((url) =>
      url.includes('one') ? [new Error('no such host')] : [bytes(url.slice(-5))],
    );
    const { asked } = await load(0);
    expect(asked.slice(0, 2).sort()).toEqual([
      'https://one.test/a/480p/0.m4s',
      'https://one.test/a/480p/init.mp4',
    ]);
    expect(asked.slice(2).sort()).toEqual([
      'https://two.test/a/480p/0.m4s',
      'https://two.test/a/480p/init.mp4',
    ]);
  });

  it('returns to the first place when the second fails, and gives up when both do', async () => {
    let down = 'one';
    const { load } = setUpPlaces((url) =>
      url.includes(down) ? [new Error('away')] : [bytes(url.slice(-5))],
    );
    await load(0);
    down = 'two';
    expect((await load(1)).asked).toEqual([
      'https://two.test/a/480p/1.m4s',
      'https://one.test/a/480p/1.m4s',
    ]);
    down = 'test';
    await expect(load(2)).rejects.toMatchObject({ fault: 'network' });
    // Neither was at fault: the one in use stays.
    down = 'nothing';
    expect((await load(2)).asked.at(-1)).toBe('https://one.test/a/480p/2.m4s');
  });
});

it('says from the second segment on how the playback is doing, where that is asked for', async () => {
  const cmcd = { session: 'p', content: 'isibane' };
  const { load, first, second } = setUp({ ...TITLE, cmcd });
  expect(await load(first)).toContain('GET /a/480p/0.m4s');
  await vi.waitFor(async () => {
    const [asked = ''] = await load(second);
    const { pathname, searchParams } = new URL(asked.slice(4), 'https://cdn.test');
    expect(pathname).toBe('/a/480p/1.m4s');
    expect(searchParams.get('CMCD')).toMatch(/\bcid="isibane".*\bd=2000\b.*\bsid="p"/);
  });
});
