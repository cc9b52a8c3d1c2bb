// A disk of a drill's own, which can be full: a file system in memory. Mounting one needs root.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** More than the 2 GB below which an alert fires. Nothing of it is used until it is written. */
const SIZE = '4g';

export interface Disk {
  readonly folder: string;
  /** Takes away all space that is free. */
  fill(): Promise<void>;
  /** Gives it back. */
  free(): Promise<void>;
  stop(): Promise<void>;
}

/** Mounts a disk; throws where this process may not, so that no drill passes without it. */
export async function mountDisk(): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-drill-disk-'));
  const mount = (options: string, ...device: readonly string[]) =>
    execute('mount', ['-o', options, ...device, folder]);
  await mount(`size=${SIZE},mode=755`, '-t', 'tmpfs', 'tmpfs').catch(async (error: unknown) => {
    await rm(folder, { recursive: true });
    throw new Error('this drill mounts a file system of its own: run it as root', { cause: error });
  });
  return {
    folder,
    fill: async () => {
      // More may be written between the look and the mount, which then refuses.
      for (let tries = 20; ; tries--) {
        const { blocks, bfree, bsize } = await statfs(folder);
        const used = `remount,size=${(blocks - bfree) * bsize}`;
        const isFull = await mount(used).then(
          () => true,
          (error: unknown) => {
            if (tries === 0) throw error;
            return false;
          },
        );
        if (isFull) return;
      }
    },
    free: async () => void (await mount(`remount,size=${SIZE}`)),
    stop: async () => {
      await execute('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}
