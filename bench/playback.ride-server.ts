import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Granted } from './playback.others.ts';

/** Our player on a phone, which holds no more than 20 s ahead. */
export const ON_MOBILE_DATA = 'ours, metered';

/** A title that repeats the parts of a real one until it is long enough, for two players. */
export interface LongTitle {
  readonly url: string;
  readonly pages: Readonly<Record<string, string>>;
  /** The segments of the title in their order. */
  readonly segments: readonly { readonly path: string; readonly seconds: number }[];
  stop(): Promise<void>;
}

/** Serves the title and a page for our player and for hls.js on one port. */
export async function serveLongTitle(
  siteUrl: string,
  granted: Granted,
  seconds: number,
): Promise<LongTitle> {
  const { media, answer } = repeated(granted, seconds);
  const lists = playlistsOf(media);
  const player = await playerOf(siteUrl);
  const library = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js');
  const hls = await readFile(library);
  const kept = new Map<string, Promise<Buffer>>();

  const server = createServer((request, response) => {
    reply(request.url ?? '/', response).catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  });

  async function reply(path: string, response: ServerResponse): Promise<void> {
    const send = (type: string, body: string | Buffer) =>
      response
        .writeHead(200, {
          'content-type': type,
          'cache-control': 'no-store',
          'content-length': Buffer.byteLength(body),
        })
        .end(body);
    const [, real] = /^\/loop\/\d+(\/media\/.*)$/.exec(path) ?? [];
    const list = lists.get(path);
    if (real) {
      const file = kept.get(real) ?? download(siteUrl + real);
      kept.set(real, file);
      send('video/mp4', await file);
    } else if (list) send('application/vnd.apple.mpegurl', list);
    else if (path === '/player.js') send('text/javascript', player);
    else if (path === '/hls.js') send('text/javascript', hls);
    else if (path === '/ours') send('text/html', pageOf('', oursStarts(answer)));
    else if (path === '/hls')
      send('text/html', pageOf('<script src="/hls.js"></script>', HLS_STARTS));
    else response.writeHead(404).end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    pages: { ours: '/ours', [ON_MOBILE_DATA]: '/ours', 'hls.js': '/hls' },
    segments: segmentsOf(media),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Media = Granted['media'];

function repeated(granted: Granted, seconds: number): { media: Media; answer: Granted } {
  const { start: _start, ...described } = granted.media;
  const parts: Media['parts'] = [];
  const lengthOf = ({ runs }: Media['parts'][number]) =>
    runs.reduce((sum, [count, each]) => sum + count * each, 0);
  for (let length = 0; length < seconds; ) {
    for (const { base, runs } of described.parts) {
      const path = new URL(base, 'http://localhost').pathname;
      parts.push({ base: `/loop/${parts.length}${path}`, runs });
      length += lengthOf({ base, runs });
    }
  }
  const media = { ...described, parts };
  return { media, answer: { ...granted, media, captions: [], segments: [], resume_at: null } };
}

function segmentsOf({ parts }: Media) {
  return parts.flatMap(({ base, runs }) =>
    runs
      .flatMap(([count, seconds]) => Array<number>(count).fill(seconds))
      .map((seconds, index) => ({ path: `${base}*/${index}.m4s`, seconds })),
  );
}

/** The same title as HLS: a playlist for each rendition that the answer allows. */
function playlistsOf(media: Media): Map<string, string> {
  const lists = new Map<string, string>();
  const master = ['#EXTM3U', '#EXT-X-VERSION:7'];
  const longest = Math.ceil(Math.max(...segmentsOf(media).map(({ seconds }) => seconds)));
  for (const { folder, height, bandwidth, codecs } of media.renditions) {
    const size = `${Math.round((height * 16) / 9 / 2) * 2}x${height}`;
    master.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},CODECS="${codecs}",RESOLUTION=${size}`,
      `/${folder}.m3u8`,
    );
    const lines = ['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${longest}`];
    for (const part of media.parts) {
      if (lines.length > 3) lines.push('#EXT-X-DISCONTINUITY');
      lines.push(`#EXT-X-MAP:URI="${part.base}${folder}/init.mp4"`);
      for (const { path, seconds } of segmentsOf({ ...media, parts: [part] }))
        lines.push(`#EXTINF:${seconds},`, path.replace('*', folder));
    }
    lists.set(`/${folder}.m3u8`, `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`);
  }
  lists.set('/master.m3u8', `${master.join('\n')}\n`);
  return lists;
}

async function playerOf(siteUrl: string): Promise<Buffer> {
  const home = await (await fetch(siteUrl)).text();
  const slug = /href="\/video\/([a-z0-9-]+)["?]/.exec(home)?.[1];
  const page = await (await fetch(`${siteUrl}/video/${slug}`)).text();
  const address = /data-player="([^"]+)"/.exec(page)?.[1];
  if (!address) throw new Error('the watch page names no player');
  return await download(siteUrl + address);
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

const oursStarts = (answer: Granted) => `const { start } = await import('/player.js');
start(video, {
  ask: async () => ({ status: 200, body: ${JSON.stringify(answer)} }),
  item: { kind: 'video', id: 1 },
});`;

const HLS_STARTS = `const hls = new Hls();
hls.loadSource('/master.m3u8');
hls.attachMedia(video);
hls.on(Hls.Events.MANIFEST_PARSED, () => video.play());`;

function pageOf(head: string, starts: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>shaken line</title>
${head}</head><body><video id="video" muted playsinline width="320"></video>
<script type="module">const video = document.getElementById('video');
${starts}</script></body></html>`;
}
