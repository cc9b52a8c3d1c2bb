import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { LANGUAGES } from '@bonisa/domain/languages';
import type { AssetBodies } from '@bonisa/kit/builds/build-file';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** A file of the build, with the forms that were compressed when it was built. */
export interface BuildAsset {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly bodies: AssetBodies;
}

/** Reads `build/client` (about a megabyte) into memory, by the path of each file. */
export async function loadBuildAssets(clientDir: string): Promise<ReadonlyMap<string, BuildAsset>> {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(files);
  const assets = new Map<string, BuildAsset>();
  for (const file of files) {
    const type = TYPES[extname(file)];
    const path = `/${relative(clientDir, file).split(sep).join('/')}`;
    // Hidden folders have the bundler's notes; compressed twins belong to their file.
    if (!type || path.includes('/.')) continue;
    assets.set(path, await readAsset(file, path, type, known));
  }
  return assets;
}

async function readAsset(
  file: string,
  path: string,
  type: string,
  known: ReadonlySet<string>,
): Promise<BuildAsset> {
  const identity = await readFile(file);
  const twin = async (suffix: string) =>
    known.has(file + suffix) ? await readFile(file + suffix) : undefined;
  const [br, gzip] = await Promise.all([twin('.br'), twin('.gz')]);
  return assetOf(path, type, { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) });
}

/** A file of another process's build; `undefined` for a type that no build has. */
export function assetOfOtherBuild(path: string, bodies: AssetBodies): BuildAsset | undefined {
  const type = TYPES[extname(path)];
  return type === undefined ? undefined : assetOf(path, type, bodies);
}

function assetOf(path: string, type: string, bodies: AssetBodies): BuildAsset {
  return {
    type,
    etag: `"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)}"`,
    // File names under /assets contain a hash of the content.
    cacheControl: path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
    bodies,
  };
}

/** The scripts that each language has of its own, by their addresses in the default language. */
export function ownScripts(assets: ReadonlyMap<string, BuildAsset>): ReadonlySet<string> {
  const folder = new RegExp(`^/assets/(?:${LANGUAGES.join('|')})/`);
  return new Set(
    [...assets.keys()]
      .filter((path) => folder.test(path))
      .map((path) => path.replace(folder, '/assets/')),
  );
}
