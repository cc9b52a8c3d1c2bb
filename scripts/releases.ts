/** What a release writes down: its migrations, the version of all packages, and its changes. */
import type { MigrationFile } from './migrations.ts';
import { hashOf } from './migrations.ts';

/** A release, as `released.json` lists it; the list begins with the oldest. */
export interface Release {
  /** Of Semantic Versioning, without a `v`. */
  readonly version: string;
  /** The day of the release, such as `2026-11-30`. */
  readonly date: string;
  /** SHA-256 of each migration that the release before did not have, by file name. */
  readonly migrations: Readonly<Record<string, string>>;
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Whether `version` comes after `before`; throws where one is no version such as `1.8.0`. */
export function isLater(version: string, before: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(before)];
  const place = left.findIndex((number, index) => number !== right[index]);
  return place !== -1 && (left[place] ?? 0) > (right[place] ?? 0);
}

function numbersOf(version: string): number[] {
  const match = VERSION.exec(version);
  if (!match) throw new Error(`'${version}' is no version, such as 1.8.0`);
  return match.slice(1).map(Number);
}

/** The next release, with the migrations that no earlier one has. */
export function nextRelease(
  releases: readonly Release[],
  files: readonly MigrationFile[],
  version: string,
  date: string,
): Release {
  const known = new Set(releases.flatMap(({ migrations }) => Object.keys(migrations)));
  const more = files.filter(({ name }) => !known.has(name));
  const migrations = Object.fromEntries(more.map(({ name, text }) => [name, hashOf(text)]));
  return { version, date, migrations };
}

const UNRELEASED = '## [Unreleased]\n';

/** The changelog with what is not released yet as the changes of a version; throws without any. */
export function changelogOf(text: string, version: string, date: string): string {
  const [head, rest] = text.split(UNRELEASED, 2);
  if (head === undefined || rest === undefined) throw new Error('CHANGELOG.md has no Unreleased');
  const [changes = ''] = rest.split(/^## \[/m, 1);
  if (changes.trim() === '') throw new Error('CHANGELOG.md: nothing is under Unreleased');
  return `${head}${UNRELEASED}\n## [${version}] - ${date}\n${rest}`;
}

/** A package.json with another version of itself and of our other packages. */
export function packageOf(text: string, before: string, version: string): string {
  const ours = new RegExp(
    `("(?:version|@bonisa/[\\w-]+)": )"${before.replaceAll('.', '\\.')}"`,
    'g',
  );
  return text.replaceAll(ours, `$1"${version}"`);
}

interface LockedPackage {
  version?: string;
  [dependencies: string]: unknown;
}

/** A package-lock.json with another version of our packages, which are not in `node_modules`. */
export function lockOf(text: string, before: string, version: string): string {
  const lock = JSON.parse(text) as {
    version: string;
    packages: Record<string, LockedPackage>;
  };
  const ours = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
  const moved = ours.map(([path, entry]) => [
    path,
    JSON.parse(packageOf(JSON.stringify(entry, null, 1), before, version)),
  ]);
  const packages = { ...lock.packages, ...Object.fromEntries(moved) };
  return `${JSON.stringify({ ...lock, version, packages }, null, 2)}\n`;
}
