// The configuration of both simulated carriers, of which the second one takes few payments.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The pace of the second carrier: payments a second. */
const SLOW = 1;
/** How the numbers of the second carrier begin; three digits follow. */
export const SECOND_RANGE = '27619497';
const SERVICE_KEYS = { daily: 'demo-daily', weekly: 'demo-weekly', monthly: 'demo-monthly' };

/** The simulator of both: the variables of its first carrier, and the secrets of the second. */
interface Simulator {
  readonly url: string;
  readonly variables: Readonly<
    Record<
      'CARRIER_CLIENT_ID' | 'CARRIER_KEY' | 'CARRIER_INBOUND_TOKEN' | 'ENRICHMENT_SECRET',
      string
    >
  >;
  readonly second: Readonly<Record<'SECOND_INBOUND_TOKEN' | 'SECOND_ENRICHMENT_SECRET', string>>;
}

/** Writes the file of both carriers; returns the variables of the processes. */
export async function twoCarriers(
  folder: string,
  { url, variables, second }: Simulator,
  register: string,
): Promise<Record<string, string>> {
  const at = (root: string) => ({
    url: `${url}${root}`,
    tokenUrl: `${url}${root}/oauth2/token`,
    clientId: variables.CARRIER_CLIENT_ID,
    key: JSON.parse(variables.CARRIER_KEY),
    serviceKeys: SERVICE_KEYS,
    sharePercent: 30,
  });
  const karoo = {
    ...{ id: 'karoo', name: 'Karoo Mobile', ...at('') },
    inboundToken: variables.CARRIER_INBOUND_TOKEN,
    enrichment: { secret: variables.ENRICHMENT_SECRET },
  };
  const vula = {
    ...{ id: 'vula', name: 'Vula Connect', ...at('/carriers/vula') },
    inboundToken: second.SECOND_INBOUND_TOKEN,
    enrichment: { secret: second.SECOND_ENRICHMENT_SECRET },
    numbers: [SECOND_RANGE],
    callsPerSecond: SLOW,
  };
  const file = join(folder, 'carriers.json');
  const lookup = { url: `${register}/portability/v1/numbers` };
  await writeFile(file, JSON.stringify({ carriers: [karoo, vula], lookup }));
  // The file says these.
  const ofOne = Object.keys(variables).filter((name) => /^(?:CARRIER|ENRICHMENT)_/.test(name));
  return { ...Object.fromEntries(ofOne.map((name) => [name, ''])), CARRIERS: file };
}
