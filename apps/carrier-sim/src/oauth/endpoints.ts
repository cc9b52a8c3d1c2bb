/**
 * The addresses of the authorization server. It answers under several names of this machine, and
 * each is an issuer of its own.
 */
export interface Endpoints {
  issuer: string;
  authorization: string;
  token: string;
  jwks: string;
}

export interface EndpointsBook {
  /**
   * The addresses under the host name of a request, or under this machine's own for a foreign name.
   */
  at(host: string | undefined): Endpoints;
  /** Every address of the token endpoint: the allowed `aud` of an assertion. */
  tokenAudiences(): string[];
  /**
   * Every address of the authorization endpoint and every issuer: the allowed `aud` of a signed
   * authentication request.
   */
  authorizationAudiences(): string[];
}

export const TOKEN_PATH = '/oauth2/token';
export const AUTHORIZE_PATH = '/oauth2/authorize';
export const JWKS_PATH = '/oauth2/jwks';

/**
 * The authorization endpoint is in the mobile network, because only there the carrier recognises
 * the handset.
 * @param ports read each time, because ports may be chosen at the start.
 * @param root the path below which the carrier's addresses are, such as `/carriers/vula`; empty for
 * none.
 * @param proxyUrl the address of a proxy that speaks https for all carriers.
 */
export function createEndpoints(
  hostnames: ReadonlySet<string>,
  ports: { api: number; network: number },
  root: string,
  proxyUrl?: string,
): EndpointsBook {
  function under(name: string): Endpoints {
    const issuer = `http://${name}:${ports.api}${root}`;
    return {
      issuer,
      authorization: `http://${name}:${ports.network}${root}${AUTHORIZE_PATH}`,
      token: issuer + TOKEN_PATH,
      jwks: issuer + JWKS_PATH,
    };
  }
  const proxied = proxyUrl === undefined ? [] : [proxyUrl + root];
  const all = () => [...hostnames].map(under);
  return {
    at(host) {
      const url = `http://${host ?? ''}`;
      const name = URL.canParse(url) ? new URL(url).hostname : '';
      return under(hostnames.has(name) ? name : 'localhost');
    },
    tokenAudiences: () => [
      ...all().map(({ token }) => token),
      ...proxied.map((at) => at + TOKEN_PATH),
    ],
    authorizationAudiences: () => [
      ...all().flatMap(({ authorization, issuer }) => [authorization, issuer]),
      ...proxied,
    ],
  };
}
