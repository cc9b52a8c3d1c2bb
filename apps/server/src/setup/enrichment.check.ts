import { addressListOf, holds } from '@bonisa/kit/address-list';
import { error, type Problem, type Result, type Subject, warning } from './check.ts';

/** What a header can carry whole: its value is printable ASCII, and loses spaces at its ends. */
const HEADER_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;
const SHORTEST_SECRET = 32;

/** Header enrichment, by which a number is proven: whether anybody else could claim one. */
export function checkEnrichment({ config }: Subject): Result {
  const { carriers, enrichment, mode } = config;
  if (carriers)
    return carriers.carriers.flatMap(({ id, enrichment: { secret, secretNext: next, from } }) =>
      judge({ name: `carrier ${id}`, secret, next, from }, config),
    );
  if (config.simulatesCarriers && mode === 'demo') return 'the carriers are simulated';
  return judge({ name: 'ENRICHMENT_SECRET, ENRICHMENT_FROM', ...enrichment }, config);
}

interface Listener {
  readonly name: string;
  readonly secret?: string | undefined;
  readonly next?: string | undefined;
  readonly from: readonly string[];
}

function judge(
  { name, secret, next, from }: Listener,
  { mode, trustProxy }: Pick<Subject['config'], 'mode' | 'trustProxy'>,
): Problem[] {
  if ([secret, next].some((shown) => shown !== undefined && !HEADER_VALUE.test(shown)))
    return [
      error(
        name,
        'no header carries the secret whole: printable ASCII only, no space at its ends; make a random one',
      ),
    ];
  if (!secret) return from.length === 0 ? [] : [withoutSecret(name, from, trustProxy)];
  if (from.length > 0 && trustProxy.length > 0)
    return [
      warning(
        name,
        "the addresses are compared with the peer of the connection, and a proxy is in front; the carrier's proxy must reach the product directly, or use the secret alone",
      ),
    ];
  if (mode === 'production' && secret.length < SHORTEST_SECRET)
    return [warning(name, `the secret is shorter than ${SHORTEST_SECRET} characters`)];
  return [];
}

function withoutSecret(
  name: string,
  from: readonly string[],
  trustProxy: readonly string[],
): Problem {
  const remedy = 'agree on a secret with the carrier';
  if (from.some((network) => /\/0+$/.test(network)))
    return error(name, `no secret, and all addresses: anybody could claim any number; ${remedy}`);
  return from.some((network) => trustProxy.some((proxy) => overlaps(network, proxy)))
    ? error(
        name,
        `no secret, and the addresses include our own proxy: anybody could claim any number; ${remedy}`,
      )
    : warning(name, `no secret: a request from the addresses is believed; ${remedy}`);
}

/** Whether two addresses or networks have an address in common. */
function overlaps(a: string, b: string): boolean {
  const startIsIn = (network: string, other: string): boolean =>
    holds(addressListOf([network]), other.split('/')[0]);
  return startIsIn(a, b) || startIsIn(b, a);
}
