import { createCamaraCarrier } from './camara.adapter.ts';
import { createCarrierHttp, HTTP_DEFAULTS } from './camara.http.ts';
import { CREATE } from './camara.payments.ts';
import { createTokens } from './camara.tokens.ts';
import { CarrierUnavailableError } from './carrier-outcome.ts';
import type { CarrierTerms } from './registry.ts';

/**
 * Tries a configured carrier before anything depends on it: a token by our key, and a list of
 * payments. Takes no money and sends no message.
 */

const WITHIN_MS = 5000;
/** The list that is read is this long. */
const LIST_MS = 60_000;

/** Why the carrier gives us no token, in words for an operator; undefined: it gives one. */
export async function keyProblem(terms: CarrierTerms): Promise<string | undefined> {
  const { tokenUrl, clientId, key: privateJwk } = terms;
  const http = createCarrierHttp(new URL(tokenUrl).origin, { ...HTTP_DEFAULTS, connections: 1 });
  const now = (): Date => new Date();
  try {
    const tokens = createTokens({
      http,
      tokenUrl,
      clientId,
      privateJwk,
      now,
      timeoutMs: WITHIN_MS,
    });
    const token = await tokens.forClient(CREATE);
    if (token.kind === 'token') return undefined;
    if (token.kind !== 'refused')
      return 'gives no token: its token endpoint does not answer; CARRIER_TOKEN_URL, and the way out of this network to it';
    const reason = /^[a-z_]{1,40}$/.test(token.error) ? token.error : 'no reason given';
    return `refuses our key (${reason}); CARRIER_CLIENT_ID and CARRIER_KEY must be those that it knows`;
  } catch (problem) {
    // Node refuses a key that has the form of one and is none.
    return `the key cannot sign (${(problem as Error).name}); the private P-256 key as a JWK, whole`;
  } finally {
    await http.close();
  }
}

/**
 * Why the carrier does not list the payments of the last minute, which the product reads after a
 * restore; undefined: it does.
 */
export async function listProblem(terms: CarrierTerms): Promise<string | undefined> {
  const { apiUrl, tokenUrl, apis, clientId, key: privateJwk } = terms;
  const to = new Date();
  const now = (): Date => new Date();
  const addresses = { apiUrl, tokenUrl, apis };
  const carrier = createCamaraCarrier({ ...addresses, clientId, privateJwk, now, connections: 1 });
  try {
    const from = new Date(to.getTime() - LIST_MS);
    for await (const _charge of carrier.listCharges({ from, to })) break;
    return undefined;
  } catch (problem) {
    if (!(problem instanceof CarrierUnavailableError)) throw problem;
    return `does not list our payments (${problem.reason}), which reconciliation and restores need; CARRIER_URL, CARRIER_APIS, or ask the carrier`;
  } finally {
    await carrier.close();
  }
}
