/**
 * Where the authorization server is reached. It answers under several names of this machine; each
 * is an issuer of its own.
 */
export interface Endpoints {
  issuer: string;
  authorization: string;
  token: string;
  jwks: string;
}

export interface EndpointsBook {
  /**
   * Those under the name by which a request came in, or under this machine's own where that name is
   * foreign.
   */
  at(host: string | undefined): Endpoints;
  /** Every address of the token endpoint, which is what `aud` of an assertion may name. */
  tokenAudiences(): string[];
  /**
   * Every address of the authorization endpoint and every issuer: the `aud` of a signed
   * authentication request.
   */
  authorizationAudiences(): string[];
}

export const TOKEN_PATH = '/oauth2/token';
export const AUTHORIZE_PATH = '/oauth2/authorize';
export const JWKS_PATH = '/oauth2/jwks';

/**
 * The authorization endpoint is one of the mobile network, since only there the carrier sees whose
 * handset asks.
 * @param ports asked each time, as ports may be chosen at start.
 * @param root the path below which the carrier's addresses stand, such as `/carriers/vula`; empty
 * for none.
 */
export function createEndpoints(
  hostnames: ReadonlySet<string>,
  ports: { api: number; network: number },
  root: string,
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
  const all = () => [...hostnames].map(under);
  return {
    at(host) {
      const url = `http://${host ?? ''}`;
      const name = URL.canParse(url) ? new URL(url).hostname : '';
      return under(hostnames.has(name) ? name : 'localhost');
    },
    tokenAudiences: () => all().map(({ token }) => token),
    authorizationAudiences: () =>
      all().flatMap(({ authorization, issuer }) => [authorization, issuer]),
  };
}
