import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { OLDEST_SCRIPTS } from './oldest-browsers.ts';

const VIRTUAL = 'virtual:player-assets';
const ENTRY = fileURLToPath(new URL('../app/player/early-player.ts', import.meta.url));

interface PlayerFile {
  readonly fileName: string;
  readonly code: string;
}

interface PlayerFiles {
  readonly player: PlayerFile;
  readonly further: readonly PlayerFile[];
}

/** hls.js, client data for a CDN, and heartbeats. */
const FURTHER = 3;

/**
 * Builds playback (`app/player/early-player.ts` with `@bonisa/player`) apart from the pages: it
 * needs no React, so it may start before React has loaded, and nobody fetches it who does not press
 * Watch. `virtual:player-assets` tells server and browser the address of ours (`playerUrl`). What
 * few playbacks need (hls.js, client data for a CDN), or none before its first picture
 * (heartbeats), are further files, which ours loads then.
 */
export function playerAssets(): Plugin {
  let files: Promise<PlayerFiles> | undefined;
  const built = () => {
    files ??= buildPlayer();
    return files;
  };
  return {
    name: 'bonisa-player-assets',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    async load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      const { player, further } = await built();
      if (this.environment.name === 'client') {
        for (const file of [player, ...further])
          this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
      }
      return `export const playerUrl = ${JSON.stringify(`/${player.fileName}`)};\n`;
    },
  };
}

/**
 * Vite wraps a dynamic import in a helper that preloads the styles of what is imported. There are
 * none, and the helper would be 4 % of the player.
 */
function withoutPreloads(): Plugin {
  const helper = '\0vite/preload-helper.js';
  return {
    name: 'bonisa-without-preloads',
    enforce: 'pre',
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}

async function buildPlayer(): Promise<PlayerFiles> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [withoutPreloads()],
    build: {
      write: false,
      target: OLDEST_SCRIPTS,
      modulePreload: false,
      reportCompressedSize: false,
      rollupOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'allow-extension',
        output: {
          format: 'es',
          entryFileNames: 'assets/player-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
        },
      },
    },
  });
  const output = Array.isArray(result) ? result[0] : result;
  if (!output || !('output' in output)) throw new Error('The player was not built.');
  const chunks = output.output.filter((file) => file.type === 'chunk');
  const player = chunks.find((chunk) => chunk.isEntry);
  const further = chunks.filter((chunk) => !chunk.isEntry);
  // A part that they share would be one more request before the first picture.
  if (!player || further.length !== FURTHER)
    throw new Error(`The player should be one file and ${FURTHER}, not ${further.length}.`);
  return { player: named(player), further: further.map(named) };
}

function named(chunk: { fileName: string; code: string }): PlayerFile {
  if (/-[\w-]{6,}\.js$/.test(chunk.fileName)) return { fileName: chunk.fileName, code: chunk.code };
  const hash = createHash('sha256').update(chunk.code).digest('hex').slice(0, 8);
  return { fileName: chunk.fileName.replace(/\.js$/, `-${hash}.js`), code: chunk.code };
}
