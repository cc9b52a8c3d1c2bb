import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EnvFileError, readEnvFile } from './env-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-env-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  return path;
}

describe('a file of variables', () => {
  it('is added to the environment, which wins where it says something, even nothing', () => {
    const file = written('plain', 'PORT=1\nHOST="a b"\nROLE=api\n');
    const environment: NodeJS.ProcessEnv = { ENV_FILE: file, PORT: '2', ROLE: '' };
    expect(readEnvFile(environment)).toMatchObject({ path: file, names: ['HOST', 'PORT', 'ROLE'] });
    expect(environment).toEqual({ ENV_FILE: file, PORT: '2', HOST: 'a b', ROLE: '' });
  });

  it.each([
    ['SECRET_KEY=x\n', 0o640],
    ['DATABASE_URL=postgres://us:password@db/x\n', 0o604],
    ['AWS_SECRET_ACCESS_KEY=x\n', 0o644],
  ])('that holds a secret and that others may read is warned about: %s', (text, mode) => {
    const { warnings } = readEnvFile({ ENV_FILE: written(`open-${mode}`, text, mode) });
    expect(warnings).toEqual([expect.stringMatching(/^ENV_FILE: .* chmod 600$/)]);
    expect(warnings[0]).not.toContain('password');
    expect(readEnvFile({ ENV_FILE: written(`own-${mode}`, text) }).warnings).toEqual([]);
  });

  it('without a secret may be read by others', () => {
    expect(readEnvFile({ ENV_FILE: written('public', 'PORT=1\n', 0o644) }).warnings).toEqual([]);
  });

  it('must exist where it is named, and is not read where none is wanted', () => {
    expect(() => readEnvFile({ ENV_FILE: join(folder, 'absent') })).toThrow(EnvFileError);
    expect(readEnvFile({ ENV_FILE: 'none' }).path).toBeUndefined();
  });
});
