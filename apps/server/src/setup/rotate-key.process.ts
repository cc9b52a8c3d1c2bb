/**
 * `npm run rotate-key`: says what the change of `SECRET_KEY`, or of another secret, needs next, and
 * makes the new value. Ends with 1 where something must happen before.
 */
import { randomBytes } from 'node:crypto';
import { type Command, commandLineOf } from '@bonisa/kit/command-line';
import { clockOffset } from '@bonisa/kit/database/database-watch';
import { loadSecrets } from '@bonisa/kit/secrets/secrets';
import { type Config, readConfig } from '../config.ts';
import { withServer } from './database.check.ts';
import { type NextStep, nextStep, type RingFacts, ringFacts } from './rotate-key.ts';
import { OTHER_SECRETS, stepOf } from './rotate-secret.ts';

const COMMAND = {
  name: 'rotate-key',
  about: `Says what still needs each key of SECRET_KEY and SECRET_KEY_FALLBACKS, and what to write where next to
change SECRET_KEY; makes the new key. It asks the database which processes run, and changes nothing. Keys
are named by their ids; the new key is the only secret that it prints.
With NAME: the same for another secret, of which two values are valid while it is changed.`,
  usage: ['run -s rotate-key', 'run -s rotate-key -- NAME'],
  arguments: 1,
  meanings: { NAME: `the variable: SECRET_KEY (without it), ${OTHER_SECRETS.join(', ')}` },
  variables: {
    'SECRET_KEY…, DATABASE_URL': 'as the product reads them',
  },
  exits: { 0: 'the next step may begin', 1: 'it must wait, or something is wrong' },
} as const satisfies Command;

const asked = commandLineOf(COMMAND);
if (asked) {
  try {
    const [name = 'SECRET_KEY'] = asked.positionals;
    const { lines, waits } =
      name === 'SECRET_KEY' ? await stepOfSecretKey() : await stepOf(name, process.env);
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exitCode = waits ? 1 : 0;
  } catch (error) {
    process.stderr.write(`rotate-key: ${error instanceof Error ? error.message : 'failed'}\n`);
    process.exitCode = 1;
  }
}

async function stepOfSecretKey(): Promise<NextStep> {
  const config = readConfig(process.env);
  if (config.secretKey === undefined)
    throw new Error(
      'SECRET_KEY: is not set; the key in DATA_DIR is for a demo or a pilot (docs/operations.md)',
    );
  const { facts, now } = await askDatabase(config);
  const newKey = randomBytes(32).toString('base64url');
  return nextStep(await loadSecrets(config), { facts, newKey, now });
}

/** The facts, and the database's time; no facts of an embedded one, which its product has open. */
async function askDatabase({
  databaseUrl,
}: Config): Promise<{ facts: RingFacts | undefined; now: Date }> {
  if (databaseUrl === undefined) return { facts: undefined, now: new Date() };
  return await withServer(databaseUrl, async (client, db) => {
    const now = new Date(Date.now() - (await clockOffset(client)));
    return { facts: await ringFacts(db, now), now };
  });
}
