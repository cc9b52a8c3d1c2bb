/**
 * Fails if a released migration has changed, or if the next one says what the version before cannot
 * live with.
 */
import { complaintsAbout } from './migrations.ts';
import { migrationFiles, readContractions, readReleased } from './migrations-folder.ts';

const complaints = complaintsAbout(migrationFiles(), readReleased(), readContractions());
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
