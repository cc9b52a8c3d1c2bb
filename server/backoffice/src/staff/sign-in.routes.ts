import {
  acceptLink,
  changeAuthenticator,
  changePassword,
  newAuthenticator,
  newRecoveryCodes,
  openLink,
  signInWithCode,
  signInWithPassword,
  signOutOfStudio,
  stepUpWithCode,
} from '@bonisa/contract/studio/sign-in.calls';
import { STEP_UP_MS } from '@bonisa/domain/staff/studio-access';
import type { Database } from '@bonisa/kit/database/database';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { RequestAudit } from '@bonisa/kit/http/studio-types';
import { holdOwn, personOf } from './person-of.ts';
import type { Staff } from './staff.ts';
import type { SignedIn } from './staff-session.service.ts';

/** The calls by which a person signs in, shows a factor again, and uses a one-time link. */
export function signInRoutes(staff: Staff): StudioRoutes {
  const { signIn, links, sessions, clock, welcome } = staff;

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
  };
}

/** The calls by which a person changes what the own account signs in by, besides passkeys. */
export function ownSignInRoutes(staff: Staff): StudioRoutes {
  const { signIn, authenticators, accountRows, sessionRows, clock } = staff;

  /** Ends every session of the person but this one, and writes that down. */
  const endOthers = async (tx: Database, { session }: SignedIn, audit: RequestAudit) => {
    const { accountId, idHash: exceptHash } = session;
    const ended = await sessionRows.within(tx).end(accountId, { exceptHash }, clock.now());
    await audit.record({ subject: `account:${accountId}`, details: { ended } }, tx);
    return { sessions_ended: ended };
  };

  return ({ register }) => {
    register(newRecoveryCodes, {
      limit: 'write',
      handle: async ({ request, actor, audit }) => {
        const person = await personOf(staff, request);
        return await accountRows.transaction(async (tx) => {
          await holdOwn(staff, tx, person);
          const codes = await signIn.newRecoveryCodes(tx, actor.id);
          await audit.record({ subject: `account:${actor.id}` }, tx);
          return { recovery_codes: [...codes] };
        });
      },
    });
    register(changePassword, {
      limit: 'write',
      handle: async ({ body, request, audit }) => {
        const person = await personOf(staff, request);
        const passwordHash = await signIn.hashOf(body.password, person);
        return await accountRows.transaction(async (tx) => {
          await holdOwn(staff, tx, person);
          await accountRows.within(tx).update(person.session.accountId, { passwordHash });
          return await endOthers(tx, person, audit);
        });
      },
    });
    register(newAuthenticator, {
      limit: 'write',
      handle: async ({ request }) => {
        const { expiresAt, ...made } = authenticators.begin(await personOf(staff, request));
        return { ...made, expires_at: expiresAt.toISOString() };
      },
    });
    register(changeAuthenticator, {
      limit: 'write',
      handle: async ({ body, request, audit }) => {
        const person = await personOf(staff, request);
        return await accountRows.transaction(async (tx) => {
          await holdOwn(staff, tx, person);
          await authenticators.change(tx, person, body);
          return await endOthers(tx, person, audit);
        });
      },
    });
  };
}
