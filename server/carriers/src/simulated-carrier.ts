import type { ConfiguredSecrets } from '@bonisa/kit/secrets/secrets';
import type { CarriersConfig } from './carrier.config.ts';
import { type ConfiguredCarriersConfig, simulatorEnvironment } from './configured-carriers.ts';
import { type SimulatedCarrier, startSimulatedCarrier } from './simulated-carrier.process.ts';

interface SimulatorConfig extends ConfiguredCarriersConfig {
  readonly port: number;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly testClock: boolean;
  readonly logLevel: string;
}

/** Starts the process of the simulated carriers; `onLost` is called when it ends by itself. */
export async function startSimulator(
  config: SimulatorConfig,
  secrets: ConfiguredSecrets,
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
      ...simulatorEnvironment(config, secrets),
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
  { simulator }: Pick<CarriersConfig, 'simulator'>,
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
