/**
 * Makes a release of what is committed: `npm run release -- 1.8.0`. Its migrations are listed in
 * `released.json` and stand from then on, all packages and docs/openapi.json get the version, the
 * changes under Unreleased in CHANGELOG.md become those of the version. All of it is one commit
 * with an annotated tag, which git signs where `tag.gpgSign` says so. Nothing is pushed.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, migrationFiles, RELEASED, ROOT, readReleases } from './migrations-folder.ts';
import { changelogOf, isLater, lockOf, nextRelease, packageOf } from './releases.ts';

/** Other files that name the version of the product. */
const NAMING = ['deploy/compose.yaml', 'docs/client.md'];

const [version = ''] = process.argv.slice(2);
try {
  release();
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function release(): void {
  const before: string = JSON.parse(read('package.json')).version;
  if (!isLater(version, before)) throw new Error(`${version} does not come after ${before}`);
  if (git('status', '--porcelain') !== '') throw new Error('commit or remove what has changed');
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is a tag already`);
  const date = new Date().toISOString().slice(0, 10);
  const changelog = changelogOf(read('CHANGELOG.md'), version, date);
  npm('db:check');

  const releases = readReleases();
  const next = nextRelease(releases, migrationFiles(), version, date);
  writeFileSync(RELEASED, `${JSON.stringify([...releases, next], null, 2)}\n`);
  keepNewestSnapshot();
  write('CHANGELOG.md', changelog);
  write('package-lock.json', lockOf(read('package-lock.json'), before, version));
  const packages = git('ls-files', 'package.json', '*/package.json').split('\n');
  for (const path of packages) write(path, packageOf(read(path), before, version));
  for (const path of NAMING) write(path, read(path).replaceAll(before, version));
  npm('openapi');

  git('add', '--all');
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Bonisa ${version}`);
  console.log(`v${version} is made here. To publish it: git push --follow-tags`);
}

/** The next migration is compared with the newest snapshot alone. */
function keepNewestSnapshot(): void {
  const snapshots = readdirSync(join(FOLDER, 'meta')).filter((name) =>
    name.endsWith('_snapshot.json'),
  );
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(FOLDER, 'meta', name));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function write(path: string, text: string): void {
  writeFileSync(join(ROOT, path), text);
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
}

function npm(script: string): void {
  execFileSync('npm', ['run', '--silent', script], { cwd: ROOT, stdio: 'inherit' });
}
