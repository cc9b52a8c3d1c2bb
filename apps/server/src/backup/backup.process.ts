/**
 * `npm run backup -- FILE`: writes the embedded database and the generated secrets into one file.
 * Works while the product runs and while it is stopped.
 */
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { writeBackup } from './backup-file.ts';
import { fileNamed, runCommand } from './command.ts';
import { copyEmbedded, generatedSecrets, inspectCopy } from './embedded-copy.ts';

await runCommand('backup', async () => {
  const file = fileNamed(process.argv[2], 'npm run backup -- FILE');
  const config = readConfig(process.env);
  const now = systemClock.now();
  const copy = await copyEmbedded(config, now);
  // Opening the copy finds a useless backup now, and not when it is needed.
  const { subscribers, charges } = await inspectCopy(copy);
  const secrets = generatedSecrets(config.dataDir);
  const about = { at: now.toISOString(), subscribers, charges };
  const parts = new Map<string, Buffer>([
    ['backup.json', Buffer.from(`${JSON.stringify(about)}\n`)],
  ]);
  if (secrets) parts.set('secrets.json', secrets);
  await writeBackup(file, parts.set('database.tar.gz', copy), now);
  return `${file}: ${subscribers} subscribers, ${charges} charges${secrets ? ', with the generated secrets: keep it as you keep those' : ''}`;
});
