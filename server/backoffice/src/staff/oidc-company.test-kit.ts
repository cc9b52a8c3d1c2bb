import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'bonisa-studio', secret: 'the-secret-of-the-client-of-the-studio' };

/** A person at the company. */
export interface CompanyPerson {
  readonly sub: string;
  readonly email: string;
  /** Left out: the company does not say. */
  readonly email_verified?: boolean;
}

type TokenClaims = Readonly<Record<string, unknown>>;
interface IdTokenClass {
  readonly prototype: { payload(): Promise<TokenClaims> };
}

/**
 * A company's OIDC provider on this machine, at which `person` is signed in without a form. It
 * speaks https where it gets a certificate for it.
 */
export async function startCompany(
  callback: string,
  pair?: { readonly key: string; readonly cert: string },
  /** `127.0.0.1` is another site to a browser than the studio at `localhost`. */
  host: 'localhost' | '127.0.0.1' = 'localhost',
) {
  const state: {
    person: CompanyPerson | undefined;
    /** The claims of its ID tokens, from those that a company by the book has. */
    token: (claims: TokenClaims) => TokenClaims;
  } = { person: undefined, token: (claims) => claims };
  const server = pair ? createSecureServer(pair) : createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `${pair ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'company', alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ['the key of the cookies of the company'] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: { Session: 600, Grant: 600, Interaction: 600, IdToken: 600, AccessToken: 600 },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...state.person, sub }),
    }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: String(context.oidc.client?.clientId),
        accountId: String(context.oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const { prototype } = provider.IdToken as unknown as IdTokenClass;
  const { payload } = prototype;
  prototype.payload = async function told() {
    return state.token(await payload.call(this));
  };
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const login = { accountId: state.person?.sub ?? 'nobody' };
    void provider.interactionFinished(request, response, { login });
  });
  return {
    issuer,
    state,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows the company's redirects as a browser does; returns the address of the studio. */
export async function visitCompany(address: string, until: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let steps = 0; steps < 10; steps++) {
    if (next.startsWith(until)) return next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`the company answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next).href;
  }
  throw new Error('the company redirects without end');
}
