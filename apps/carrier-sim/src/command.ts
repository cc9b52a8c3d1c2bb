import { existsSync, readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';

const HELP = `usage: npm run carrier-sim

Starts the simulated carriers by themselves, for a product that is several processes: it names them
with CARRIER_URL. Handsets and faults are pages at the same address.

variables, from the environment or .env (the others have defaults):
  CARRIER_CLIENT_ID, CARRIER_CLIENT_JWK  the product as the carrier knows it, with its public key
  ENRICHMENT_SECRET                      as the product's, for enriched requests
  INBOUND_URL, INBOUND_TOKEN             where the product takes messages and events, and the token
  SITE_URL, PUBLIC_URL                   the product, to be reached through the mobile network
  PROXY_URL                              its address behind a proxy that speaks https
  CARRIER_SIM_PORT                       where it listens (3900; the next port is its network)
  DATA_DIR                               where numbers, airtime and payments are stored (./var)
  SECOND_CLIENT_ID, …                    the same for a second carrier

exit codes:
  0  it was stopped
  1  it cannot start: one line says why
  2  the arguments are refused
`;

/**
 * Whether a person who started the simulator by hand wants it to run. Prints the help or a refusal
 * otherwise, and adds the variables of `.env` or `ENV_FILE`, as the product reads them.
 */
export function isToStart(args: readonly string[], environment: NodeJS.ProcessEnv): boolean {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    if (parseArgs({ args: [...args], options }).values.help) {
      process.stdout.write(HELP);
      return false;
    }
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ', 1);
    process.stderr.write(`carrier-sim: ${sentence}\nMore: npm run carrier-sim -- --help\n`);
    process.exitCode = 2;
    return false;
  }
  const file = environment.ENV_FILE || '.env';
  if (file === 'none' || (!environment.ENV_FILE && !existsSync(file))) return true;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8'))))
    environment[name] ??= value;
  return true;
}
