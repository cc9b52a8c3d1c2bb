import type { AnyStudioCall } from '@bonisa/contract/studio/studio-call';
import { scopesOf } from '@bonisa/domain/staff/staff-roles';
import {
  type StudioCaller,
  type StudioRefusal,
  studioRefusal,
} from '@bonisa/domain/staff/studio-access';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioActor, StudioGate } from '@bonisa/kit/http/studio-types';
import type { FastifyRequest } from 'fastify';
import type { ApiKeys } from './api-key.service.ts';
import type { SignedIn, StaffSessions } from './staff-session.service.ts';

const NOBODY: StudioActor = { kind: 'nobody', id: '', name: 'nobody', scopes: new Set() };

export interface StudioGateDependencies {
  readonly apiKeys: Pick<ApiKeys, 'authenticate'>;
  readonly sessions: Pick<StaffSessions, 'of'>;
  readonly record: StudioGate['record'];
  readonly clock: Clock;
}

/** Finds out who makes a request of the studio, and refuses by name what is not for them. */
export function createStudioGate({
  apiKeys,
  sessions,
  record,
  clock,
}: StudioGateDependencies): StudioGate {
  return {
    record,
    admit: async (request, _reply, call) => {
      const { actor, caller } = await callerOf(request, apiKeys, sessions);
      const refusal = studioRefusal(ruleOf(call), caller, clock.now());
      if (refusal) throw refused(refusal, call);
      return actor;
    },
  };
}

interface Caller {
  readonly actor: StudioActor;
  readonly caller: StudioCaller;
}

async function callerOf(
  request: FastifyRequest,
  apiKeys: StudioGateDependencies['apiKeys'],
  sessions: StudioGateDependencies['sessions'],
): Promise<Caller> {
  const shown = request.headers.authorization;
  // A request that shows a key is made by the key, whatever cookies it has.
  if (shown === undefined) return personOf(await sessions.of(request));
  const [, secret = ''] = /^Bearer (\S+)$/i.exec(shown) ?? [];
  const key = await apiKeys.authenticate(secret);
  if (!key)
    throw new AppError('api_key_invalid', 'This API key is unknown, revoked or has expired.');
  const scopes = new Set(key.scopes);
  return {
    actor: { kind: 'key', id: key.id, name: key.name, scopes },
    caller: { kind: 'key', scopes },
  };
}

function personOf(person: SignedIn | undefined): Caller {
  if (!person) return { actor: NOBODY, caller: { kind: 'nobody' } };
  const { session, name, roles, csrf } = person;
  const scopes = scopesOf(roles);
  return {
    actor: { kind: 'account', id: session.accountId, name, scopes },
    caller: { kind: 'account', scopes, csrf, factorAt: session.factorAt },
  };
}

function ruleOf({ needs, method, stepUp }: AnyStudioCall) {
  return { needs, stepUp, changes: method !== 'GET' };
}

function refused(refusal: StudioRefusal, { needs }: AnyStudioCall): AppError {
  const words: Record<StudioRefusal, string> = {
    not_signed_in: 'Please sign in to the studio, or show an API key.',
    account_needed: 'This can only be done by a person who is signed in, not by an API key.',
    csrf_token_invalid: 'This page has become too old. Please reload it and try again.',
    scope_missing: `This needs the right ${needs}, which you do not have.`,
    step_up_needed: 'Please confirm that it is you before you do this.',
  };
  return new AppError(refusal, words[refusal]);
}
