/**
 * `npm run backup -- FILE`: writes the embedded database and the generated secrets into one file.
 * Works while the product runs and while it is stopped.
 */

import { systemClock } from '@bonisa/kit/clock/clock';
import type { Command } from '@bonisa/kit/command-line';
import { readConfig } from '../config.ts';
import { writeBackup } from './backup-file.ts';
import { fileNamed, runCommand } from './command.ts';
import { copyEmbedded, generatedSecrets, inspectCopy } from './embedded-copy.ts';

const COMMAND = {
  name: 'backup',
  about: `Writes the embedded database and the generated secrets into one file, while the product runs or
not. A PostgreSQL server is backed up with pg_dump. Media is not in it: docs/recovery.md.`,
  usage: ['run backup -- FILE'],
  arguments: 1,
  required: ['FILE'],
  meanings: { FILE: 'a new file; it is readable by its owner only' },
  variables: {
    DATA_DIR: 'the folder of the product (./var)',
    OPS_PORT: 'where a running product answers (3001)',
  },
  exits: { 0: 'done', 1: 'not done: a line says why' },
} as const satisfies Command;

await runCommand(COMMAND, async ({ positionals }) => {
  const file = fileNamed(positionals);
  const config = readConfig(process.env);
  const now = systemClock.now();
  const copy = await copyEmbedded(config);
  // Opening the copy finds a useless backup now, and not when it is needed.
  const { subscribers, charges } = await inspectCopy(copy);
  const secrets = generatedSecrets(config.dataDir);
  const about = { at: now.toISOString(), subscribers, charges };
  const parts = new Map<string, Buffer>([
    ['backup.json', Buffer.from(`${JSON.stringify(about)}\n`)],
  ]);
  if (secrets) parts.set('secrets.json', secrets);
  writeBackup(file, parts.set('database.tar.gz', copy));
  return `${file}: ${subscribers} subscribers, ${charges} charges${secrets ? ', with the generated secrets: keep it as you keep those' : ''}`;
});
