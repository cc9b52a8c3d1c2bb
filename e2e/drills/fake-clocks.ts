// Clocks of processes that a drill sets while they run, by libfaketime.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

export interface FakeClocks {
  /** The variables of a process whose clock has this name. */
  variables(name: string): Record<string, string>;
  /** Sets a clock, so much from the true time: `+2d`, `-1h`, `+0`. It holds within a second. */
  set(name: string, offset: string): void;
  remove(): void;
}

/** Makes clocks; throws where libfaketime is not installed. The monotonic clock stays true. */
export function createFakeClocks(): FakeClocks {
  const library = LIBRARIES.find((file) => existsSync(file));
  if (!library)
    throw new Error('drills of clocks need libfaketime (Debian: apt-get install faketime)');
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-clocks-'));
  // The database's server runs as a user of its own.
  chmodSync(folder, 0o755);
  const fileOf = (name: string): string => join(folder, name);
  const set = (name: string, offset: string): void => writeFileSync(fileOf(name), `${offset}\n`);
  return {
    set,
    variables: (name) => {
      set(name, '+0');
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(name),
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
