import { KEY_SCOPES } from '@bonisa/domain/staff/staff-roles';
import { AppError } from '@bonisa/kit/http/app-error';
import { z } from 'zod';
import { COMMAND } from './audit.service.ts';
import type { Staff } from './staff.ts';

/** What `npm run staff` can be asked for, as it reaches the process that holds the database. */
export const staffCommand = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('key'),
    name: z.string().trim().min(1, 'must not be empty').max(60),
    scopes: z.array(z.enum(KEY_SCOPES)).min(1),
    days: z.int().min(1).max(366),
  }),
  z.strictObject({ command: z.literal('keys') }),
  z.strictObject({
    command: z.literal('revoke-key'),
    id: z.uuid(),
    reason: z.string().trim().min(1, 'must not be empty').max(500),
  }),
  z.strictObject({ command: z.literal('first-administrator') }),
  z.strictObject({ command: z.literal('reset'), email: z.email().max(254) }),
]);

export type StaffCommand = z.output<typeof staffCommand>;

/** Runs a command of the product's own machine; returns what to print. */
export async function runStaffCommand(staff: Staff, asked: StaffCommand): Promise<string> {
  const by = {
    actor: COMMAND,
    audit: staff.commandAudit(`command ${asked.command}`),
  };
  switch (asked.command) {
    case 'key': {
      const { key, secret } = await staff.apiKeys.create(asked, by);
      const until = key.expiresAt.toISOString().slice(0, 10);
      return `${secret}\nThe key '${key.name}' works until ${until}. It is shown this once.`;
    }
    case 'keys': {
      const keys = await staff.apiKeys.list();
      const lines = keys.map(({ id, name, prefix, scopes, expiresAt, revokedAt }) => {
        const end = revokedAt ? 'revoked' : `until ${expiresAt.toISOString().slice(0, 10)}`;
        return `${id}  ${prefix}…  ${end}  ${name}  ${scopes.join(',')}`;
      });
      return lines.length > 0 ? lines.join('\n') : 'There are no keys.';
    }
    case 'revoke-key': {
      const key = await staff.apiKeys.revoke(asked.id, asked.reason, by);
      return `The key '${key.name}' is revoked.`;
    }
    case 'first-administrator': {
      const { link, expiresAt } = await staff.accounts.firstAdministrator(by);
      return `${link}\nWorks once, until ${expiresAt.toISOString()}. Earlier links have ended.`;
    }
    case 'reset': {
      const email = asked.email.toLowerCase();
      const account = (await staff.accounts.list()).find((one) => one.email === email);
      if (!account) throw new AppError('not_found', `There is no account of ${email}.`);
      const reason = 'asked for on the machine of the product';
      const made = await staff.accounts.reset(account.id, reason, by);
      if (!made) throw new Error('a command is given the link that it makes');
      const { link, expiresAt } = made;
      return `${link}\nWorks once, until ${expiresAt.toISOString()}. The sessions have ended.`;
    }
  }
}
