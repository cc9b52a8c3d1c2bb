// Finds Prometheus and promtool, which checks and tests the files for it, or installs Debian's as
// root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The output of promtool and whether it succeeded. */
export interface PromtoolResult {
  readonly ok: boolean;
  readonly output: string;
}

/**
 * Runs promtool with these arguments in a folder. Throws with one clear line where there is no
 * promtool and none can be installed.
 */
export function promtool(folder: string, ...args: readonly string[]): PromtoolResult {
  requirePrometheus('promtool');
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

/** Installs Prometheus where it is missing and this process may. Throws as {@link promtool}. */
export function requirePrometheus(program: 'prometheus' | 'promtool'): void {
  if (isInstalled(program)) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const words of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'prometheus'],
    ])
      spawnSync('apt-get', words, { stdio: 'ignore', env });
  }
  if (!isInstalled(program))
    throw new Error(
      `${program} is missing: install Prometheus (Debian: apt-get install prometheus)`,
    );
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
