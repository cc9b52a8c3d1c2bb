/** Header enrichment: whether it can be believed as it is configured, and a trial of it. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../config.ts';
import { createEnrichment } from '../identity/enrichment.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('enrichment');

/** A made number, which is in no request but those of the trial. */
const NUMBER = '27820000000';
/** Addresses of documentation (RFC 5737, RFC 3849), from which no request comes. */
const STRANGERS = ['192.0.2.1', '198.51.100.1', '2001:db8::1'];
/** What a header can carry whole: its value is printable ASCII, and loses spaces at its ends. */
const HEADER_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

/** One carrier's listener, by the name under which it is reported. */
export interface Listener {
  readonly name: string;
  readonly secret: string | undefined;
  /** Accepted as well, while the carrier changes its secret. */
  readonly next?: string | undefined;
  readonly from: readonly string[];
}

export interface EnrichmentSetting {
  readonly mode: Config['mode'];
  /** Our own proxies; undefined where the variable cannot be read. */
  readonly trustProxy: readonly string[] | undefined;
}

/**
 * Judges and tries what is configured, whether or not the carriers themselves can be tried.
 * @param refused variables that are refused: what cannot be read is not judged.
 */
export function checkEnrichment(
  config: Config,
  refused: ReadonlySet<string>,
  isSimulated: boolean,
): Finding[] {
  const trustProxy = refused.has('TRUST_PROXY') ? undefined : config.trustProxy;
  return listenersOf(config, refused, isSimulated).flatMap((listener) =>
    enrichmentFindings(listener, { mode: config.mode, trustProxy }),
  );
}

function listenersOf(
  { carriers, enrichment }: Config,
  refused: ReadonlySet<string>,
  isSimulated: boolean,
): Listener[] {
  if (carriers)
    return carriers.carriers.map(({ id, enrichment: { secret, secretNext, from } }) => {
      return { name: `carrier ${id}`, secret, next: secretNext, from };
    });
  if (['CARRIERS', 'ENRICHMENT_SECRET', 'ENRICHMENT_FROM'].some((name) => refused.has(name)))
    return [];
  if (!isSimulated) return [{ name: 'ENRICHMENT_SECRET, ENRICHMENT_FROM', ...enrichment }];
  // A start generates what is not set.
  return [
    { ...enrichment, name: 'simulated carriers', secret: enrichment.secret ?? randomSecret() },
  ];
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Everything wrong or unsafe about one listener, or what holds. */
export function enrichmentFindings(listener: Listener, setting: EnrichmentSetting): Finding[] {
  const judged = [...aboutProxies(listener, setting), judge(listener, setting)];
  const failed = trialFailures(listener).map(([says, remedy]) =>
    error(listener.name, says, remedy),
  );
  const isWell = failed.length === 0 && judged.every(({ level }) => level === 'ok');
  return isWell ? judged : [...failed, ...judged.filter(({ level }) => level !== 'ok')];
}

/** Whether addresses can be told from those of our own proxies. */
function aboutProxies({ name, from }: Listener, { trustProxy }: EnrichmentSetting): Finding[] {
  if (from.length === 0 || trustProxy) return [];
  return [
    warning(
      name,
      'has addresses, and without a readable TRUST_PROXY nothing says whether they include our own proxy',
      'correct TRUST_PROXY, then check again',
    ),
  ];
}

function judge(listener: Listener, { mode, trustProxy = [] }: EnrichmentSetting): Finding {
  const { name, secret, from } = listener;
  if (!secret && from.length === 0) return ok(name, 'is off: every number is proven by a code');
  if (!secret) return withoutSecret(listener, trustProxy);
  if (from.length > 0 && trustProxy.length > 0)
    return warning(
      name,
      'has addresses, which are compared with the peer of the connection, and a proxy is in front',
      "the carrier's proxy must reach the product directly; else use the secret alone",
    );
  if (mode === 'production' && secret.length < 32)
    return warning(name, 'has a secret shorter than 32 characters', 'a longer one');
  const proof = from.length > 0 ? 'secret and address' : 'the secret';
  return ok(name, `was tried: a number is believed with ${proof}, and not without`);
}

function withoutSecret({ name, from }: Listener, trustProxy: readonly string[]): Finding {
  if (from.some((one) => /\/0+$/.test(one)))
    return error(
      name,
      'has no secret, and the addresses are all there are: anybody could claim any number',
      "agree on a secret with the carrier, or name its proxy's addresses only",
    );
  return from.some((one) => trustProxy.some((proxy) => overlaps(one, proxy)))
    ? error(
        name,
        'has no secret, and the addresses include our own proxy: anybody could claim any number',
        'agree on a secret with the carrier, or let its proxy reach the product directly',
      )
    : warning(
        name,
        'has addresses but no secret: a request from there is believed whoever sent it',
        'agree on a secret with the carrier as well',
      );
}

type Failure = readonly [says: string, remedy: string];

function trialFailures({ name, secret, next, from }: Listener): Failure[] {
  const shown = [secret, next].filter((one) => one !== undefined);
  if (shown.some((one) => !HEADER_VALUE.test(one)))
    return [
      [
        'has a secret that no header carries whole: printable ASCII only, no space at its ends',
        'make a random one, and give it to the carrier',
      ],
    ];
  const said = 'was tried: of requests with right and wrong secrets and addresses ';
  const tried = tryRequests({ name, secret, next, from });
  return [
    ...(tried.ownAreBelieved
      ? []
      : [
          [
            `${said}those of the carrier are not believed`,
            'write them as 192.0.2.7 or 192.0.2.0/24',
          ] as const,
        ]),
    ...(tried.othersAreBelieved
      ? [[`${said}others are believed as well`, 'report this with the release you run'] as const]
      : []),
  ];
}

/**
 * Gives made requests to the code by which the product reads real ones: each coming with the
 * secret, without it and with another one, from an address of the carrier and from a stranger.
 * Nothing is sent and nothing is stored.
 */
function tryRequests({ name, secret, next, from }: Listener) {
  const take = createEnrichment([{ carrierId: name, secret, next, from }]);
  const isBelieved = (address: string, shown: string | undefined): boolean =>
    take(madeRequest(address, shown)) !== undefined;
  const homes = from.length > 0 ? from.map(startOf) : STRANGERS;
  const strangers = STRANGERS.filter((one) => !from.some((network) => holds(network, one)));
  const right = secret ? [secret, ...(next ? [next] : [])] : [undefined];
  const wrong = secret ? [undefined, randomSecret()] : [];
  const isOn = secret !== undefined || from.length > 0;
  return {
    ownAreBelieved: !isOn || homes.every((one) => right.every((shown) => isBelieved(one, shown))),
    othersAreBelieved:
      homes.some((one) => wrong.some((shown) => isBelieved(one, shown))) ||
      ((!isOn || from.length > 0) &&
        strangers.some((one) => right.some((shown) => isBelieved(one, shown)))),
  };
}

/** A request as the product reads it: what enrichment looks at, and no more. */
function madeRequest(remoteAddress: string, secret?: string): IncomingMessage {
  const shown = secret === undefined ? [] : ['X-Enrichment-Secret', secret];
  const rawHeaders = ['X-MSISDN', NUMBER, ...shown];
  return { headers: {}, rawHeaders, socket: { remoteAddress } } as unknown as IncomingMessage;
}

/** Whether two addresses or networks have an address in common. */
function overlaps(a: string, b: string): boolean {
  return holds(a, startOf(b)) || holds(b, startOf(a));
}

function startOf(network: string): string {
  return network.split('/')[0] ?? network;
}

function holds(network: string, address: string): boolean {
  const [start = '', bits] = network.split('/');
  const family = isIP(start) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(start) !== isIP(address)) return false;
  const list = new BlockList();
  list.addSubnet(start, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  return list.check(address, family);
}
