import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stores how far the test clock is ahead, so that a restart does not go back in time. */
export function clockState(dataDir: string) {
  const file = join(dataDir, 'test-clock.json');
  return {
    read: (): number => {
      if (!existsSync(file)) return 0;
      const offset = offsetIn(readFileSync(file, 'utf8'));
      if (offset === undefined)
        throw new Error('DATA_DIR: test-clock.json in it cannot be read; remove it');
      return offset;
    },
    write: (offset: number): void => {
      writeFileSync(`${file}.new`, JSON.stringify({ offset }));
      renameSync(`${file}.new`, file);
    },
  };
}

/**
 * The configuration of a start. A DATA_DIR whose clock was moved keeps its test clock, because all
 * that is booked in it lies ahead of the machine's time.
 *
 * @throws where the clock of a production was moved.
 */
export function withMovedClock<
  Given extends { readonly testClock: boolean; readonly mode: string; readonly dataDir: string },
>(config: Given): Given {
  if (config.testClock || clockState(config.dataDir).read() === 0) return config;
  if (config.mode === 'production') throw new Error(MOVED);
  return { ...config, testClock: true };
}

const MOVED =
  'DATA_DIR: a test has moved its clock ahead, and all of its data with it: choose another DATA_DIR';

function offsetIn(text: string): number | undefined {
  try {
    const { offset } = JSON.parse(text) as { offset?: unknown };
    return typeof offset === 'number' && Number.isFinite(offset) && offset >= 0
      ? offset
      : undefined;
  } catch {
    return undefined;
  }
}
