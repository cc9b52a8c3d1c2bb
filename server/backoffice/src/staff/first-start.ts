import { ROLES } from '@bonisa/domain/staff/staff-roles';
import { isUniqueViolation } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { By } from './api-key.service.ts';
import type { Staff } from './staff.ts';
import type { StudioConfig } from './studio.config.ts';

const DEMO = 'demo';
const DEMO_HOST = 'demo.example';

export interface FirstStart {
  readonly staff: Staff;
  readonly config: { readonly mode: 'demo' | 'production'; readonly studio: StudioConfig };
  readonly secrets: Pick<Secrets, 'key'>;
  readonly newId: NewId;
}

/**
 * What the people of the brand need to begin: in production the link of the first administrator,
 * printed at the first start alone; in the demo an account for each role. Returns lines to print.
 */
export async function prepareStaff(parts: FirstStart): Promise<readonly string[]> {
  return parts.config.mode === 'production'
    ? await prepareProduction(parts)
    : await prepareDemo(parts);
}

async function prepareProduction({ staff }: FirstStart): Promise<readonly string[]> {
  const by = {
    actor: { kind: 'command' as const, id: '', name: 'first start' },
    audit: staff.commandAudit('first start'),
  };
  await disableDemoAccounts(staff, by);
  const made = await staff.accounts.firstAdministratorOnce(by);
  if (!made) return [];
  return [
    `  first administrator  ${made.link}`,
    `                       works once, until ${made.expiresAt.toISOString()}; later: staff first-administrator (docs/operations.md)`,
  ];
}

/** A database that served a demo: its accounts have a secret that was printed. */
async function disableDemoAccounts(
  { accountRows, apiKeys, sessionRows, clock }: Staff,
  by: By,
): Promise<void> {
  const reason = 'an account of the demo';
  for (const { id, createdBy, state } of await accountRows.all()) {
    if (createdBy !== DEMO || state === 'disabled') continue;
    await accountRows.transaction(async (tx) => {
      await accountRows.within(tx).update(id, { state: 'disabled' });
      await sessionRows.within(tx).end(id, {}, clock.now());
      await apiKeys.leftBy(tx, { id, revoke: true, reason }, by);
      await by.audit.record({ subject: `account:${id}`, reason }, tx);
    });
  }
}

/** One account for each role, with one password and one authenticator secret for all of them. */
async function prepareDemo({
  staff,
  config,
  secrets,
  newId,
}: FirstStart): Promise<readonly string[]> {
  const { accountRows, passwords, totp, clock } = staff;
  const seed = keyedHash(secrets.key('staff'), 'demo password');
  const password = `demo-${seed.replace(/[^A-Za-z0-9]/g, '').slice(0, 12)}`;
  const { secret } = totp.setupOf(DEMO, DEMO);
  const known = await accountRows.all();
  const isDemo = known.length === 0 || known.some(({ createdBy }) => createdBy === DEMO);
  if (!isDemo) return [`  studio       ${config.studio.url}`];
  if (known.length === 0) {
    const passwordHash = await passwords.hash(password);
    const accounts = ROLES.map((role) => {
      const id = newId();
      return {
        id,
        email: `${role}@${DEMO_HOST}`,
        name: `Demo ${role}`,
        roles: [role],
        state: 'active' as const,
        passwordHash,
        totp: totp.seal(secret, id),
        totpStep: 0,
        oidcSubject: null,
        refused: 0,
        createdAt: clock.now(),
        createdBy: DEMO,
        linkAskedBy: null,
      };
    });
    await accountRows
      .transaction(async (tx) => {
        for (const account of accounts) await accountRows.within(tx).insert(account);
      })
      .catch((error: unknown) => {
        // Another process of the same demo was faster.
        if (!isUniqueViolation(error)) throw error;
      });
  }
  return [
    `  studio       ${config.studio.url}   (${ROLES.map((role) => `${role}@${DEMO_HOST}`).join(', ')};`,
    `               password ${password}, authenticator secret ${secret})`,
  ];
}
