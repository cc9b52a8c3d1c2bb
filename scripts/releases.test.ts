import { describe, expect, it } from 'vitest';
import { migrationFiles, readReleases } from './migrations-folder.ts';
import { changelogOf, isLater, lockOf, nextRelease, packageOf } from './releases.ts';

describe('the version of a release', () => {
  it.each([
    ['1.8.0', '1.7.9', true],
    ['2.0.0', '1.10.3', true],
    ['1.10.0', '1.9.0', true],
    ['1.7.0', '1.7.0', false],
    ['1.6.9', '1.7.0', false],
  ])('%s comes after %s: %s', (version, before, later) => {
    expect(isLater(version, before)).toBe(later);
  });

  it.each(['', '1.8', 'v1.8.0', '1.8.0-rc.1', '1.8.0 '])("refuses '%s'", (version) => {
    expect(() => isLater(version, '1.7.0')).toThrow('is no version, such as 1.8.0');
  });
});

it('a release lists the migrations that no earlier one has', () => {
  const first = nextRelease([], [{ name: '0000_init.sql', text: 'a' }], '1.0.0', '2026-11-30');
  const files = ['0000_init.sql', '0001_next.sql'].map((name) => ({ name, text: name }));
  const second = nextRelease([first], files, '1.1.0', '2026-12-24');
  expect(Object.keys(first.migrations)).toEqual(['0000_init.sql']);
  expect(Object.keys(second.migrations)).toEqual(['0001_next.sql']);
});

describe('the changelog of a release', () => {
  it('has what was not released yet under the version', () => {
    const before =
      '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A.\n\n## [1.7.0] - x\n\n- B.\n';
    expect(changelogOf(before, '1.8.0', '2026-11-30')).toBe(
      before.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [1.8.0] - 2026-11-30\n'),
    );
  });

  it('is refused where nothing has changed', () => {
    const before = '## [Unreleased]\n\n## [1.7.0] - x\n\n- B.\n';
    expect(() => changelogOf(before, '1.8.0', '2026-11-30')).toThrow('nothing is under Unreleased');
  });
});

describe('the packages of a release', () => {
  const text = '{ "version": "1.7.0", "@bonisa/kit": "1.7.0", "other": "1.7.0", "x": "11.7.0" }';

  it('have its version, and other packages keep theirs', () => {
    expect(packageOf(text, '1.7.0', '1.8.0')).toBe(
      '{ "version": "1.8.0", "@bonisa/kit": "1.8.0", "other": "1.7.0", "x": "11.7.0" }',
    );
  });

  it('have it in the lock, and what is installed keeps its own', () => {
    const packages = {
      '': { version: '1.7.0' },
      'server/kit': { version: '1.7.0', dependencies: { '@bonisa/contract': '1.7.0' } },
      'node_modules/same': { version: '1.7.0' },
    };
    const lock = JSON.stringify({ name: 'bonisa', version: '1.7.0', packages });
    expect(JSON.parse(lockOf(lock, '1.7.0', '1.8.0'))).toEqual({
      name: 'bonisa',
      version: '1.8.0',
      packages: {
        '': { version: '1.8.0' },
        'server/kit': { version: '1.8.0', dependencies: { '@bonisa/contract': '1.8.0' } },
        'node_modules/same': { version: '1.7.0' },
      },
    });
  });
});

it('the releases of this repository stand in their order, each migration in one of them', () => {
  const releases = readReleases();
  const [before, ...after] = releases.map(({ version }) => version);
  after.reduce((last, version) => {
    expect(isLater(version, last)).toBe(true);
    return version;
  }, before ?? '');
  const listed = releases.flatMap(({ migrations }) => Object.keys(migrations));
  const first = migrationFiles().slice(0, listed.length);
  expect(listed).toEqual(first.map(({ name }) => name));
});
