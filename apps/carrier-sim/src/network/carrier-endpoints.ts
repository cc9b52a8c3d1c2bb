import type { AuthorizationAnswer, AuthorizationService } from '../oauth/authorization.service.ts';
import { AUTHORIZE_PATH } from '../oauth/endpoints.ts';
import type { OperatorTokens } from '../oauth/operator-tokens.ts';

export const OPERATOR_TOKEN_PATH = '/oauth2/operator-token';

/** An answer of the carrier itself to a request in its mobile network. */
export interface CarrierAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * The carrier's own addresses in the mobile network, where it recognises the requesting handset.
 */
export interface CarrierEndpoints {
  /**
   * @param target path and query as received; not every one is a valid address.
   * @returns undefined for other addresses, which go to the site.
   */
  answer(method: string, target: string): Promise<CarrierAnswer> | undefined;
}

export function createCarrierEndpoints(deps: {
  authorization: AuthorizationService;
  operatorTokens: OperatorTokens;
  /** The carried handset if it is one of this carrier's, otherwise null. */
  carried: () => string | null;
  /** The path below which the carrier's addresses are; empty for none. */
  root: string;
}): CarrierEndpoints {
  async function authorize(method: string, query: string): Promise<CarrierAnswer> {
    if (method !== 'GET') return notAllowed('GET');
    return authorizationAnswer(
      await deps.authorization.authorize(new URLSearchParams(query), deps.carried()),
    );
  }

  async function operatorToken(method: string): Promise<CarrierAnswer> {
    if (method !== 'POST') return notAllowed('POST');
    const msisdn = deps.carried();
    if (msisdn === null)
      return refused(403, 'NO_HANDSET', 'The mobile network carries no handset of this carrier.');
    return json(201, deps.operatorTokens.issue(msisdn));
  }

  return {
    answer(method, target) {
      const mark = target.indexOf('?');
      const path = mark < 0 ? target : target.slice(0, mark);
      if (path === deps.root + AUTHORIZE_PATH)
        return authorize(method, mark < 0 ? '' : target.slice(mark + 1));
      return path === deps.root + OPERATOR_TOKEN_PATH ? operatorToken(method) : undefined;
    },
  };
}

/** The answer of the authorization endpoint as an HTTP answer. */
export function authorizationAnswer(answer: AuthorizationAnswer): CarrierAnswer {
  if ('refusal' in answer) return refused(400, 'INVALID_REQUEST', answer.refusal);
  return {
    status: 302,
    headers: { location: answer.redirect, 'cache-control': 'no-store' },
    body: '',
  };
}

function notAllowed(allow: string): CarrierAnswer {
  const { headers, ...rest } = refused(
    405,
    'METHOD_NOT_ALLOWED',
    `This address is asked with ${allow}.`,
  );
  return { ...rest, headers: { ...headers, allow } };
}

function refused(status: number, code: string, description: string): CarrierAnswer {
  return json(status, { code, description });
}

function json(status: number, body: object): CarrierAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}
