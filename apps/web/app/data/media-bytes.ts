import type { PlayNetwork } from '@bonisa/domain/playback/play-figures';
import { countBytes } from './count-bytes.ts';
import { connection, networkKind } from './network.ts';
import type { ReceivedFiles } from './received-files.ts';

/** Counts the bytes of media that this page receives, by the network over which they came. */
export interface MediaBytes {
  read(): Record<PlayNetwork, number>;
  /** Those that came from the second place of media. */
  backup(): number;
}

/**
 * Counts files that were asked for since `from`, on the page's clock, until `signal` ends it;
 * `backups` are the folders at the second place of media.
 */
export function countMediaBytes(
  files: ReceivedFiles,
  from: number,
  signal: AbortSignal,
  backups: () => readonly string[] = () => [],
): MediaBytes {
  const bytes = { mobile: 0, wifi: 0, unknown: 0 };
  let backup = 0;
  let network = networkKind();
  files.follow((received) => {
    const mine = received.filter(({ startTime }) => startTime >= from);
    bytes[network] += countBytes(mine).media;
    const folders = backups();
    const away = mine.filter(({ name }) => folders.some((folder) => name.startsWith(folder)));
    backup += countBytes(away).media;
  }, signal);
  const change = () => {
    files.deliver();
    network = networkKind();
  };
  connection()?.addEventListener('change', change, { signal });
  return {
    read() {
      files.deliver();
      return { ...bytes };
    },
    backup: () => backup,
  };
}
