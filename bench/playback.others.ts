import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ReplyOf } from '@bonisa/contract/calls';
import { CLIENT_HEADERS } from '@bonisa/contract/client';

/** A player beside ours, on a page of its own that has nothing else. */
export interface OtherPlayer {
  readonly name: string;
  /** The page; with `?auto` it plays at once, else at a press of its button. */
  readonly path: string;
}

export interface OtherPlayers {
  readonly players: readonly OtherPlayer[];
  readonly url: string;
  stop(): Promise<void>;
}

export type Granted = Extract<ReplyOf<'play'>, { entitled: true }>;

const HLS = (file: string) => ({
  file: `hls.js/dist/${file}`,
  play: `const hls = new Hls();
    hls.loadSource(playlist);
    hls.attachMedia(video);
    video.play();`,
});

/** The library of a player, if it has one, and what its page does to play `playlist`. */
const PLAYERS: Readonly<Record<string, { name: string; file?: string; play: string }>> = {
  limit: {
    name: 'the limit: some lines of MSE, init segment in the page',
    play: `const source = new MediaSource();
    const opened = new Promise((done) => source.addEventListener('sourceopen', done));
    const coming = fetch(media.segment);
    video.src = URL.createObjectURL(source);
    video.play();
    await opened;
    const buffer = source.addSourceBuffer(media.type);
    const append = (bytes) => new Promise((done) => {
      buffer.addEventListener('updateend', done, { once: true });
      buffer.appendBuffer(bytes);
    });
    await append(Uint8Array.from(atob(media.init), (one) => one.charCodeAt(0)));
    const reader = (await coming).body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      await append(piece.value);`,
  },
  light: { name: 'hls.js light', ...HLS('hls.light.min.js') },
  full: { name: 'hls.js', ...HLS('hls.min.js') },
  shaka: {
    name: 'shaka-player',
    file: 'shaka-player/dist/shaka-player.compiled.js',
    play: `const player = new shaka.Player();
    await player.attach(video);
    await player.load(playlist);
    video.play();`,
  },
  native: {
    name: 'native HLS of the browser',
    play: `video.src = playlist;
    video.play();`,
  },
};

/**
 * Serves a page for each other player on one port, with the files of `siteUrl`: all players play
 * the same title from the same playlists and segments. The play call is made with `cookies`.
 */
export async function startOtherPlayers(
  siteUrl: string,
  slug: string,
  cookies: ReadonlyMap<string, string>,
): Promise<OtherPlayers> {
  const granted = await askToPlay(siteUrl, slug, cookies);
  const libraries = await readLibraries();
  const media = mediaOf(granted);
  const kept = new Map<string, Promise<{ type: string; bytes: Buffer }>>();

  const server = createServer((request, response) => {
    answer(request.url ?? '/', response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(url: string, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(url, siteUrl);
    const id = pathname.slice(1).replace(/\.js$/, '');
    const library = libraries.get(id);
    if (pathname.startsWith('/media/')) {
      const file = kept.get(pathname) ?? fetchFile(siteUrl + pathname);
      kept.set(pathname, file);
      const { type, bytes } = await file;
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
    } else if (pathname.endsWith('.js') && library) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' });
      response.end(library);
    } else if (PLAYERS[id]) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page(id, granted.playlist, media));
    } else response.writeHead(404).end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    players: Object.entries(PLAYERS).map(([id, { name }]) => ({ name, path: `/${id}` })),
    url: `http://localhost:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export async function askToPlay(
  siteUrl: string,
  slug: string,
  cookies: ReadonlyMap<string, string>,
): Promise<Granted> {
  const response = await fetch(`${siteUrl}/api/play`, {
    method: 'POST',
    headers: {
      ...CLIENT_HEADERS,
      'content-type': 'application/json',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    // What a phone on mobile data asks for.
    body: JSON.stringify({ video: slug, max_height: 240, position: 0 }),
  });
  const body = (await response.json()) as ReplyOf<'play'>;
  if (!response.ok || !body.entitled) throw new Error(`the play call answered ${response.status}`);
  return body;
}

/** The first segment, as our own page gets it. */
function mediaOf({ media: { parts, renditions, start } }: Granted) {
  const rendition = renditions.find(({ folder }) => folder === start?.folder);
  if (!start || !rendition || !parts[0]) throw new Error('the play call brought no first bytes');
  return {
    type: `video/mp4; codecs="${rendition.codecs}"`,
    init: start.init,
    segment: `${parts[0].base}${start.folder}/0.m4s`,
  };
}

async function readLibraries(): Promise<Map<string, Buffer>> {
  const require = createRequire(import.meta.url);
  const read = new Map<string, Buffer>();
  for (const [id, { file }] of Object.entries(PLAYERS)) {
    if (!file) continue;
    const [name = ''] = file.split('/');
    const folder = packageFolder(require.resolve(name), name);
    read.set(id, brotliCompressSync(await readFile(join(folder, '..', file))));
  }
  return read;
}

/** The folder of a package, from the path of a file in it. */
function packageFolder(file: string, name: string): string {
  const folder = dirname(file);
  return folder.endsWith(`/${name}`) ? folder : packageFolder(folder, name);
}

async function fetchFile(url: string): Promise<{ type: string; bytes: Buffer }> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return {
    type: response.headers.get('content-type') ?? 'application/octet-stream',
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

function page(id: string, playlist: string, media: object): string {
  const { name, file, play } = PLAYERS[id] ?? { name: '', play: '' };
  // Muted, so that every browser lets a page play by itself.
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width">
${file ? `<script src="/${id}.js"></script>` : ''}</head>
<body><video id="video" muted playsinline preload="none" width="360"></video>
<button id="watch">Watch</button>
<script>
const video = document.getElementById('video');
const playlist = ${JSON.stringify(playlist)};
const media = ${JSON.stringify(id === 'limit' ? media : undefined) ?? 'undefined'};
const play = async () => { ${play} };
document.getElementById('watch').addEventListener('click', play);
if (location.search === '?auto') play();
</script></body></html>`;
}
