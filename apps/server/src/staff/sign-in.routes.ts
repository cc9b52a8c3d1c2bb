import {
  acceptLink,
  changePassword,
  newRecoveryCodes,
  openLink,
  signInWithCode,
  signInWithPassword,
  signOutOfStudio,
  stepUpWithCode,
} from '@bonisa/contract/studio/sign-in.calls';
import { STEP_UP_MS } from '@bonisa/domain/studio-access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/http/app-error.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import { hashToken } from '../platform/keyed-hash.ts';
import type { Staff } from './staff.ts';
import type { BegunSession, SignedIn } from './staff-session.service.ts';

/** The calls by which a person signs in, shows a factor again, and uses a one-time link. */
export function signInRoutes(staff: Staff): StudioRoutes {
  const { signIn, links, sessions, accountRows, sessionRows, clock } = staff;

  /** Hands the session out, and tells of the sign-in before it. */
  const welcome = async (reply: FastifyReply, begun: BegunSession) => {
    sessions.handOut(reply, begun);
    const found = await sessionRows.find(hashToken(begun.secret));
    const last = found && (await sessions.before(found.session));
    return {
      csrf_token: begun.csrfToken,
      refused_before: found?.session.refusedBefore ?? 0,
      last_sign_in: last
        ? {
            at: last.createdAt.toISOString(),
            method: last.method,
            network: last.network,
            agent: last.agent,
          }
        : null,
    };
  };

  return ({ register }) => {
    register(signInWithPassword, {
      limit: 'write',
      handle: async ({ body, request }) => ({ challenge: await signIn.begin(body, request) }),
    });
    register(signInWithCode, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { begun } = await signIn.finish(body, request);
        return await welcome(reply, begun);
      },
    });
    register(signOutOfStudio, {
      limit: 'write',
      handle: async ({ request, reply }) => {
        await sessions.end(request, reply);
        return { signed_in: false as const };
      },
    });
    register(stepUpWithCode, {
      limit: 'write',
      handle: async ({ body, request }) => {
        await signIn.stepUp(await personOf(staff, request), body.code);
        return { until: new Date(clock.now().getTime() + STEP_UP_MS).toISOString() };
      },
    });
    register(openLink, {
      limit: 'write',
      handle: async ({ body, request }) => {
        const { expiresAt, ...opened } = await links.open(body.token, request);
        return { ...opened, expires_at: expiresAt.toISOString() };
      },
    });
    register(acceptLink, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { begun, recoveryCodes } = await links.accept(body, request);
        return { ...(await welcome(reply, begun)), recovery_codes: [...recoveryCodes] };
      },
    });
    register(newRecoveryCodes, {
      limit: 'write',
      handle: ({ actor, audit }) =>
        accountRows.transaction(async (tx) => {
          const codes = await signIn.newRecoveryCodes(tx, actor.id);
          await audit.record({ subject: `account:${actor.id}` }, tx);
          return { recovery_codes: [...codes] };
        }),
    });
    register(changePassword, {
      limit: 'write',
      handle: async ({ body, request, actor, audit }) => {
        const { session, email, name } = await personOf(staff, request);
        const passwordHash = await signIn.hashOf(body.password, { email, name });
        return await accountRows.transaction(async (tx) => {
          await accountRows.within(tx).update(actor.id, { passwordHash });
          const others = { exceptHash: session.idHash };
          const ended = await sessionRows.within(tx).end(actor.id, others, clock.now());
          await audit.record({ subject: `account:${actor.id}`, details: { ended } }, tx);
          return { sessions_ended: ended };
        });
      },
    });
  };
}

/** The person of a request that the gate has let in. */
export async function personOf(
  { sessions }: Pick<Staff, 'sessions'>,
  request: FastifyRequest,
): Promise<SignedIn> {
  const person = await sessions.of(request);
  if (!person) throw new AppError('not_signed_in', 'Please sign in to the studio.');
  return person;
}
