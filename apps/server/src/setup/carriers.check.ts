/** Each carrier: a token by our key, a list of payments that is only read, and its clock. */
import { createCamaraCarrier } from '../carriers/camara.adapter.ts';
import { createCarrierHttp, HTTP_DEFAULTS } from '../carriers/camara.http.ts';
import { CREATE } from '../carriers/camara.payments.ts';
import { createTokens, type TokenResult } from '../carriers/camara.tokens.ts';
import { readClock } from '../carriers/carrier-check.ts';
import { CarrierUnavailableError } from '../carriers/carrier-outcome.ts';
import type { CarrierTerms } from '../carriers/registry.ts';
import { clockFinding } from './clock.check.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('carriers');
const WITHIN_MS = 5000;
/** The list that is read is this long; no call takes money or sends a message. */
const LIST_MS = 60_000;

/** Tries one carrier. */
export async function checkCarrier(terms: CarrierTerms): Promise<Finding[]> {
  const clocks: number[] = [];
  const http = readClock(
    createCarrierHttp(new URL(terms.tokenUrl).origin, { ...HTTP_DEFAULTS, connections: 1 }),
    (offsetMs) => clocks.push(offsetMs / 1000),
  );
  try {
    const { tokenUrl, clientId, key: privateJwk } = terms;
    const now = (): Date => new Date();
    const tokens = createTokens({
      http,
      tokenUrl,
      clientId,
      privateJwk,
      now,
      timeoutMs: WITHIN_MS,
    });
    const token = tokenFinding(terms.id, await tokens.forClient(CREATE));
    const list = token.level === 'ok' ? [await listFinding(terms)] : [];
    const clock = clocks
      .slice(0, 1)
      .map((seconds) => clockFinding('carrier', seconds, nameOf(terms.id)));
    return [token, ...list, ...clock];
  } catch (problem) {
    // Node refuses a key that has the form of one and is none.
    const says = `the key cannot sign (${problem instanceof Error ? problem.name : 'unknown'})`;
    return [error(nameOf(terms.id), says, 'the private P-256 key as a JWK, whole')];
  } finally {
    await http.close();
  }
}

function nameOf(id: string): string {
  return `carrier ${id}`;
}

function tokenFinding(id: string, token: TokenResult): Finding {
  if (token.kind === 'token') return ok(nameOf(id), 'accepts our key');
  if (token.kind === 'refused')
    return error(
      nameOf(id),
      `refuses our key (${/^[a-z_]{1,40}$/.test(token.error) ? token.error : 'no reason given'})`,
      'CARRIER_CLIENT_ID and CARRIER_KEY must be those that the carrier knows',
    );
  return error(
    nameOf(id),
    'gives no token: its token endpoint does not answer',
    'CARRIER_TOKEN_URL, and the way out of this network to it',
  );
}

/** Reads the payments of the last minute: as the product does after a restore. */
async function listFinding({
  id,
  apiUrl,
  tokenUrl,
  apis,
  clientId,
  key,
}: CarrierTerms): Promise<Finding> {
  const to = new Date();
  const carrier = createCamaraCarrier({
    apiUrl,
    tokenUrl,
    apis,
    clientId,
    privateJwk: key,
    now: () => new Date(),
    connections: 1,
  });
  try {
    const from = new Date(to.getTime() - LIST_MS);
    for await (const _charge of carrier.listCharges({ from, to })) break;
    return ok(nameOf(id), 'lists our payments');
  } catch (problem) {
    if (!(problem instanceof CarrierUnavailableError)) throw problem;
    return warning(
      nameOf(id),
      `does not list our payments (${problem.reason})`,
      'reconciliation and restores need the list: CARRIER_URL, CARRIER_APIS, or ask the carrier',
    );
  } finally {
    await carrier.close();
  }
}
