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
import { STEP_UP_MS } from '@bonisa/domain/staff/studio-access';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import { personOf } from './person-of.ts';
import type { Staff } from './staff.ts';

/** The calls by which a person signs in, shows a factor again, and uses a one-time link. */
export function signInRoutes(staff: Staff): StudioRoutes {
  const { signIn, links, sessions, accountRows, sessionRows, clock, welcome } = staff;

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
