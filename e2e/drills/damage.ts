// Damages to the files of a killed process, made in a copy of its folder.
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';

/** Damages a copy of a folder; `path` is that of a file in it. */
export type Damage = (path: (name: string) => string) => void;

/** A file without its second half. */
export const cut =
  (name: string): Damage =>
  (path) => {
    truncateSync(path(name), Math.floor(statSync(path(name)).size / 2));
  };

/** A file of the same length without its content, as a file system leaves one after a crash. */
export const zeros =
  (name: string): Damage =>
  (path) => {
    writeFileSync(path(name), Buffer.alloc(statSync(path(name)).size));
  };

/** Without its journal, from which SQLite would make it whole. */
export const garbageLock: Damage = (path) => {
  rmSync(path('lock.sqlite-journal'), { force: true });
  writeFileSync(path('lock.sqlite'), 'not a database\n'.repeat(40));
};

/** A file or a folder that is not there. */
export const gone =
  (name: string): Damage =>
  (path) => {
    rmSync(path(name), { recursive: true });
  };
