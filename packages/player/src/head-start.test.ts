import { describe, expect, it, vi } from 'vitest';
import { createHeadStart, textOf } from './head-start.ts';

const FILES: Record<string, string> = {
  'https://site.example/m.m3u8': '#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8',
  'https://site.example/low.m3u8':
    '#EXT-X-MAP:URI="init.mp4"\n#EXTINF:2,\n0.m4s\n#EXTINF:2,\n1.m4s',
  'https://site.example/init.mp4': 'init',
  'https://site.example/0.m4s': 'first',
};

function setUp(files = FILES) {
  const asked: string[] = [];
  const fetcher = (async (url: string) => {
    asked.push(url);
    return url in files ? new Response(files[url]) : new Response(null, { status: 404 });
  }) as unknown as typeof fetch;
  const headStart = createHeadStart('https://site.example/m.m3u8', 0, {
    fetch: fetcher,
    now: () => 7,
    signal: new AbortController().signal,
  });
  return { asked, headStart };
}

describe('a head start', () => {
  it('loads playlists, init and first segment, and nothing more', async () => {
    const { asked, headStart } = setUp();
    await vi.waitFor(() => expect(asked).toHaveLength(4));
    expect(asked.sort()).toEqual(Object.keys(FILES).sort());
    const loaded = await headStart.take('https://site.example/0.m4s');
    expect(loaded && textOf(loaded)).toBe('first');
  });

  it('returns each body once', async () => {
    const { headStart } = setUp();
    expect(await headStart.take('https://site.example/m.m3u8')).toBeDefined();
    expect(headStart.take('https://site.example/m.m3u8')).toBeUndefined();
    expect(headStart.take('https://site.example/other')).toBeUndefined();
  });

  it('reports a failed load only to the caller that takes it, who then loads again', async () => {
    const { headStart } = setUp({});
    await expect(headStart.take('https://site.example/m.m3u8')).rejects.toThrow('404');
  });
});
