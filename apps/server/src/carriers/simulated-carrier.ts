import type { Secrets } from '../platform/secrets.ts';
import { type SimulatedCarrier, startSimulatedCarrier } from './simulated-carrier.process.ts';

const CLIENT_ID = 'bonisa';

export interface SimulatedCarrierConfig {
  readonly port: number;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly testClock: boolean;
  readonly logLevel: string;
  readonly simulator: {
    readonly port: number;
    readonly mobileRanges?: string | undefined;
    readonly landlineRanges?: string | undefined;
  };
}

/** Where the simulated carrier's APIs are, and our name there. */
export function simulatedCarrierAt({ simulator }: Pick<SimulatedCarrierConfig, 'simulator'>) {
  const apiUrl = `http://127.0.0.1:${simulator.port}`;
  return { apiUrl, tokenUrl: `${apiUrl}/oauth2/token`, clientId: CLIENT_ID };
}

/** Starts the simulated carrier; `onLost` is called when it ends by itself. */
export async function startSimulator(
  config: SimulatedCarrierConfig,
  secrets: Pick<Secrets, 'carrierKey' | 'enrichmentSecret' | 'inboundToken'>,
  onLost: (what: string) => void,
): Promise<SimulatedCarrier> {
  const { d: _private, ...publicKey } = secrets.carrierKey;
  const siteUrl = `http://127.0.0.1:${config.port}`;
  return await startSimulatedCarrier({
    env: {
      CARRIER_SIM_PORT: String(config.simulator.port),
      DATA_DIR: config.dataDir,
      SITE_URL: siteUrl,
      PUBLIC_URL: config.publicUrl,
      ENRICHMENT_SECRET: secrets.enrichmentSecret ?? '',
      CARRIER_CLIENT_ID: CLIENT_ID,
      CARRIER_CLIENT_JWK: JSON.stringify(publicKey),
      INBOUND_URL: `${siteUrl}/carrier`,
      INBOUND_TOKEN: secrets.inboundToken,
      // An empty variable counts as unset there.
      CARRIER_MOBILE_RANGES: config.simulator.mobileRanges ?? '',
      CARRIER_LANDLINE_RANGES: config.simulator.landlineRanges ?? '',
      TEST_CLOCK: config.testClock ? '1' : '0',
      LOG_LEVEL: config.logLevel,
    },
    onLost: (code) => onLost(`the simulated carrier (exit code ${code})`),
  });
}

/** Moves the simulated carrier's clock. Rejects when it does not answer with success. */
export async function moveSimulator(
  { simulator }: Pick<SimulatedCarrierConfig, 'simulator'>,
  instant: Date,
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${simulator.port}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: instant.toISOString() }),
  });
  if (!response.ok)
    throw new Error(`the simulated carrier did not move its clock: ${response.status}`);
}
