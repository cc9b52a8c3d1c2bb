import { readConfig } from '@bonisa/server/config';
import { expect, it } from 'vitest';
import { ConfigError } from '../config-error.ts';

const problemsOf = (variables: Record<string, string>): readonly string[] => {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

it('reads a folder and a bucket from FILE_STORE, and has a folder in DATA_DIR by default', () => {
  const of = (FILE_STORE: string) => readConfig({ FILE_STORE, DATA_DIR: '/data' }).fileStore;
  expect(of('')).toEqual({ kind: 'folder', folder: '/data/files' });
  expect(of('file:///srv/our%20files/')).toEqual({ kind: 'folder', folder: '/srv/our files' });
  expect(of('s3://films')).toMatchObject({ kind: 's3', bucket: 'films', prefix: '' });
  expect(of('s3://films/a/b/?endpoint=https://s3.example.org&region=af-south-1')).toEqual({
    kind: 's3',
    bucket: 'films',
    prefix: 'a/b',
    endpoint: 'https://s3.example.org',
    region: 'af-south-1',
  });
});

it.each([
  ['an unknown scheme', 'ftp://host/folder'],
  ['a path alone', '/srv/files'],
  ['a folder of another machine', 'file://host/srv'],
  ['the root', 'file:///'],
  ['an encoded slash', 'file:///srv/a%2fb'],
  ['no bucket', 's3:///prefix'],
  ['a bucket in capitals', 's3://Media'],
  ['credentials in the address', 's3://key:secret@tv/a'],
  ['an unknown setting', 's3://films/a?regoin=x'],
  ['an endpoint that is none', 's3://films/a?endpoint=host:9000'],
  ['a prefix with other characters', 's3://films/a/$(b)'],
  ['DATA_DIR itself', 'file:///data'],
  ['a folder that holds DATA_DIR', 'file:///data/..'],
])('refuses %s as FILE_STORE in one line without its value', (_what, FILE_STORE) => {
  const problems = problemsOf({ FILE_STORE, DATA_DIR: '/data' });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^FILE_STORE: /);
  expect(problems[0]).not.toContain('secret');
});

it('takes an http address without a query as MEDIA_URL, and https alone in production', () => {
  expect(readConfig({ MEDIA_URL: 'https://cdn.example.org/tv/' }).mediaUrl).toBe(
    'https://cdn.example.org/tv',
  );
  expect(readConfig({}).mediaUrl).toBeUndefined();
  for (const MEDIA_URL of ['cdn.example.org', 'https://a:b@cdn.example.org', 'https://c.org/?a=1'])
    expect(problemsOf({ MEDIA_URL })).toEqual([expect.stringMatching(/^MEDIA_URL: must be/)]);
  expect(problemsOf({ MODE: 'production', MEDIA_URL: 'http://cdn.example.org' })).toContain(
    'MEDIA_URL: must be an https address in production',
  );
});

it('refuses a process of a role without the store that the others use', () => {
  const own = { DATABASE_URL: 'postgres://db/bonisa', DATA_DIR: '/data' };
  const lacks = (variables: Record<string, string>): readonly string[] =>
    problemsOf({ ...own, ...variables }).filter((problem) => problem.startsWith('FILE_STORE'));
  for (const ROLE of ['pages', 'api', 'jobs']) {
    expect(lacks({ ROLE })).toEqual([
      expect.stringContaining(`FILE_STORE: must be set with ROLE=${ROLE}`),
    ]);
    expect(lacks({ ROLE, FILE_STORE: 's3://films' })).toEqual([]);
  }
  expect(lacks({ ROLE: 'all' })).toEqual([]);
});

it('takes MEDIA_BACKUP_URL beside MEDIA_URL alone', () => {
  const both = { MEDIA_URL: 'https://one.example', MEDIA_BACKUP_URL: 'https://two.example/' };
  expect(readConfig(both).mediaBackupUrl).toBe('https://two.example');
  expect(problemsOf({ MEDIA_BACKUP_URL: 'https://two.example' })).toEqual([
    'MEDIA_BACKUP_URL: needs MEDIA_URL, the address for which it stands in',
  ]);
});
