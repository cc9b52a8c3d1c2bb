import type { ConfiguredSecrets } from '@bonisa/kit/secrets/secrets';
import type { SecretKeys } from '@bonisa/kit/secrets/secrets.config';
import { type CarriersConfig, serviceKeysById } from './carrier.config.ts';
import type { CarriersFile } from './carriers-file.ts';
import type { CarrierList, CarrierTerms } from './registry.ts';

/** The configuration of the carriers, with the secrets that they show to us. */
export type ConfiguredCarriersConfig = CarriersConfig &
  Pick<SecretKeys, 'enrichment' | 'inboundTokenNext'> & {
    readonly brand: { readonly carrier: string };
  };

/** Our name as a client of the simulated carriers. */
const DEMO_CLIENT_ID = 'bonisa';
/** The id of a carrier that is configured by the variables of one carrier. */
const ONLY_CARRIER_ID = 'carrier';

/** The second simulated carrier: stricter than the first, and with a thousand numbers. */
const STRICT_CARRIER = {
  id: 'vula',
  name: 'Vula Connect',
  prefixes: ['27619497'],
  share: 4_500,
  pace: { perSecond: 5, inFlight: 8 },
  recharge: { code: '*130*5#' },
} as const;
/** What one dials for airtime of the first simulated carrier. */
const DEMO_RECHARGE = { code: '*120*7#' } as const;

/**
 * The carriers that are configured: those of the file, the one of the variables, else the two
 * simulated ones.
 */
export function configuredCarriers(
  config: ConfiguredCarriersConfig,
  secrets: ConfiguredSecrets,
): CarrierList {
  const [first, ...further] = config.carriers?.carriers ?? [];
  if (first) return [ofFile(first), ...further.map(ofFile)];
  return config.carrier
    ? [
        only(config, secrets, {
          ...config.carrier,
          id: ONLY_CARRIER_ID,
          name: config.brand.carrier || 'your network',
        }),
      ]
    : simulated(config, secrets);
}

/** Where the register of ported numbers answers; `undefined` where there is none. */
export function numberRegister(
  config: Pick<CarriersConfig, 'carriers' | 'carrier' | 'simulator'>,
): { url: string; token?: string } | undefined {
  if (config.carriers) {
    const { lookup } = config.carriers;
    return lookup && { url: lookup.url, ...(lookup.token && { token: lookup.token }) };
  }
  return config.carrier
    ? undefined
    : { url: `http://127.0.0.1:${config.simulator.port}/portability/v1/numbers` };
}

/** What the second simulated carrier is told of us, as the simulator's environment. */
export function simulatorEnvironment(
  config: ConfiguredCarriersConfig,
  secrets: ConfiguredSecrets,
): Record<string, string> {
  const [, second] = simulated(config, secrets);
  return {
    CARRIER_CLIENT_ID: DEMO_CLIENT_ID,
    SECOND_CLIENT_ID: second.clientId,
    SECOND_INBOUND_TOKEN: second.inboundToken,
    SECOND_ENRICHMENT_SECRET: second.enrichment.secret ?? '',
    SECOND_CALLS_PER_SECOND: String(STRICT_CARRIER.pace.perSecond),
  };
}

function only(
  config: ConfiguredCarriersConfig,
  secrets: ConfiguredSecrets,
  names: Pick<CarrierTerms, 'id' | 'name' | 'apiUrl' | 'tokenUrl' | 'clientId'>,
): CarrierTerms {
  const { id, name, apiUrl, tokenUrl, clientId } = names;
  return {
    id,
    name,
    apiUrl,
    tokenUrl,
    clientId,
    apis: config.carrierApis,
    key: secrets.carrierKey,
    inboundToken: secrets.inboundToken,
    inboundTokenNext: config.inboundTokenNext,
    enrichment: { ...config.enrichment, secret: secrets.enrichmentSecret },
    serviceKeys: config.serviceKeys,
    share: config.carrierShare,
    pace: config.pace,
    contentLock: config.contentLock,
    recharge: config.recharge,
    acceptsSignups: true,
    prefixes: [],
  };
}

function simulated(
  config: ConfiguredCarriersConfig,
  secrets: ConfiguredSecrets,
): readonly [CarrierTerms, CarrierTerms] {
  const apiUrl = `http://127.0.0.1:${config.simulator.port}`;
  const first = only(config, secrets, {
    id: 'karoo',
    name: 'Karoo Mobile',
    apiUrl,
    tokenUrl: `${apiUrl}/oauth2/token`,
    clientId: DEMO_CLIENT_ID,
  });
  const { code, url } = first.recharge;
  const recharge = code || url ? first.recharge : DEMO_RECHARGE;
  const root = `${apiUrl}/carriers/${STRICT_CARRIER.id}`;
  const shared = (use: 'inbound' | 'enrichment'): string =>
    secrets.key(`simulated carrier ${use}`).toString('hex');
  return [
    { ...first, recharge },
    {
      ...first,
      ...STRICT_CARRIER,
      apiUrl: root,
      tokenUrl: `${root}/oauth2/token`,
      inboundToken: shared('inbound'),
      inboundTokenNext: undefined,
      enrichment: { ...first.enrichment, next: undefined, secret: shared('enrichment') },
    },
  ];
}

function ofFile(entry: CarriersFile['carriers'][number]): CarrierTerms {
  const { id, name, url, tokenUrl, apis, clientId, key, inboundToken, contentLock } = entry;
  return {
    id,
    name,
    apiUrl: url,
    tokenUrl,
    apis,
    clientId,
    key,
    inboundToken,
    inboundTokenNext: entry.inboundTokenNext,
    enrichment: {
      secret: entry.enrichment.secret,
      next: entry.enrichment.secretNext,
      from: entry.enrichment.from,
    },
    serviceKeys: serviceKeysById(entry.serviceKeys),
    share: entry.sharePercent,
    pace: { perSecond: entry.callsPerSecond, inFlight: entry.inFlight },
    contentLock,
    recharge: entry.recharge,
    acceptsSignups: entry.acceptsSignups,
    prefixes: entry.numbers,
  };
}
