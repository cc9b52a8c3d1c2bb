import {
  addPasskey,
  myPasskeys,
  newPasskeyOptions,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  stepUpWithPasskey,
} from '@bonisa/contract/studio/passkeys.calls';
import { STEP_UP_MS } from '@bonisa/domain/staff/studio-access';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { Passkey } from './passkey.repository.ts';
import { holdOwn, personOf } from './person-of.ts';
import type { Staff } from './staff.ts';

/** The calls about passkeys: signing in, showing a factor again, adding and removing. */
export function passkeyRoutes(staff: Staff): StudioRoutes {
  const { passkeys, passkeyRows, accountRows, clock } = staff;
  return ({ register }) => {
    register(passkeySignInOptions, { limit: 'write', handle: () => passkeys.signInOptions() });
    register(signInWithPasskey, {
      limit: 'write',
      handle: async ({ body, request, reply }) =>
        await staff.welcome(reply, await passkeys.signIn(body as never, request)),
    });
    register(stepUpWithPasskey, {
      limit: 'write',
      handle: async ({ body, request }) => {
        await passkeys.stepUp(await personOf(staff, request), body as never);
        return { until: new Date(clock.now().getTime() + STEP_UP_MS).toISOString() };
      },
    });
    register(myPasskeys, {
      limit: 'read',
      handle: async ({ actor }) => ({ data: (await passkeyRows.of(actor.id)).map(passkeyView) }),
    });
    register(newPasskeyOptions, {
      limit: 'write',
      handle: async ({ request }) => await passkeys.newOptions(await personOf(staff, request)),
    });
    register(addPasskey, {
      limit: 'write',
      handle: async ({ body, request, actor, audit }) => {
        const person = await personOf(staff, request);
        return await accountRows.transaction(async (tx) => {
          await holdOwn(staff, tx, person);
          const passkey = await passkeys.add(tx, person, body as never);
          const details = { passkey: passkey.name };
          await audit.record({ subject: `account:${actor.id}`, details }, tx);
          return { passkey: passkeyView(passkey) };
        });
      },
    });
    register(renamePasskey, {
      limit: 'write',
      handle: ({ params, body, actor, audit }) =>
        accountRows.transaction(async (tx) => {
          await accountRows.within(tx).lock(actor.id);
          const before = await passkeyRows.within(tx).byId(params.id);
          const renamed = await passkeyRows.within(tx).rename(actor.id, params.id, body.name);
          if (!renamed) throw noSuchPasskey();
          const details = { passkey: renamed.name, before: before?.name };
          await audit.record({ subject: `account:${actor.id}`, details }, tx);
          return { passkey: passkeyView(renamed) };
        }),
    });
    register(removePasskey, {
      limit: 'write',
      handle: ({ params, actor, audit }) =>
        accountRows.transaction(async (tx) => {
          const removed = await passkeyRows.within(tx).remove(actor.id, params.id);
          if (!removed) throw noSuchPasskey();
          const details = { passkey: removed.name };
          await audit.record({ subject: `account:${actor.id}`, details }, tx);
          return { removed: true as const };
        }),
    });
  };
}

function noSuchPasskey(): AppError {
  return new AppError('not_found', 'You have no such passkey.');
}

function passkeyView({ id, name, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
