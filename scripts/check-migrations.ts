/**
 * Fails if a released migration has changed, or if the next one says what the version before cannot
 * live with. `--release`: writes down that all migrations are released; from then on they stand.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { complaintsAbout, hashOf } from './migrations.ts';
import {
  FOLDER,
  migrationFiles,
  RELEASED,
  readContractions,
  readReleased,
} from './migrations-folder.ts';

const files = migrationFiles();
const complaints = complaintsAbout(files, readReleased(), readContractions());
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
else if (process.argv.includes('--release')) release();

function release(): void {
  const hashes = Object.fromEntries(files.map(({ name, text }) => [name, hashOf(text)]));
  writeFileSync(RELEASED, `${JSON.stringify(hashes, null, 2)}\n`);
  // The next migration is compared with the newest snapshot alone.
  const snapshots = readdirSync(join(FOLDER, 'meta')).filter((name) =>
    name.endsWith('_snapshot.json'),
  );
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(FOLDER, 'meta', name));
}
