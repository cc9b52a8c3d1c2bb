import type { ListenAddress } from '@bonisa/kit/ports';
import type { Config } from './config.ts';

const LOOPBACK = '127.0.0.1';

/** Pages and jobs need no studio, and it needs no process of its own. */
export function servesStudio({ role }: Pick<Config, 'role'>): boolean {
  return role === 'all' || role === 'api';
}

/** Everywhere that a process with this configuration listens. */
export function listenAddressesOf(config: Config): readonly ListenAddress[] {
  const { host, port, opsPort, operations, simulatesCarriers, simulator, studio } = config;
  const { liveIngest } = config.ingest;
  const simulated = [simulator.port, simulator.port + 1].map((one) =>
    at('CARRIER_SIM', LOOPBACK, one),
  );
  return [
    { host, port, variables: { host: 'HOST', port: 'PORT' } },
    at('OPS', operations.host, opsPort),
    ...(servesStudio(config) && studio.portChosen ? [at('STUDIO', studio.host, studio.port)] : []),
    ...(liveIngest.port === undefined ? [] : [at('LIVE_INGEST', liveIngest.host, liveIngest.port)]),
    ...(simulatesCarriers ? simulated : []),
  ];
}

function at(name: string, host: string, port: number): ListenAddress {
  return { host, port, variables: { host: `${name}_HOST`, port: `${name}_PORT` } };
}
