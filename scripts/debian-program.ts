// Finds a program of the system, or installs Debian's packages of it as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin', '/usr/sbin', '/bin', '/sbin'];

/**
 * The path of a program of Debian packages. Throws with one clear line where it is not there and
 * cannot be installed: a test that needs it fails, and does not pass silently.
 */
export function debianProgram(name: string, ...packages: readonly string[]): string {
  const found = () =>
    [...(process.env.PATH ?? '').split(':'), ...PLACES]
      .map((folder) => `${folder}/${name}`)
      .find((path) => existsSync(path));
  const there = found();
  if (there) return there;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
      spawnSync('apt-get', ['-qq', ...words], { stdio: 'ignore', env });
  }
  const path = found();
  if (!path)
    throw new Error(
      `${name} is missing: install it (Debian: apt-get install ${packages.join(' ')})`,
    );
  return path;
}
