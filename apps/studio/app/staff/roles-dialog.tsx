import { changeAccount } from '@bonisa/contract/studio/accounts.calls';
import { ROLES, type Role, takesRoleAway } from '@bonisa/domain/staff/staff-roles';
import { type FormEvent, useState } from 'react';
import { FormProblem } from '../calls/form-problem.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CheckField } from '../design/fields.tsx';
import { ReasonField } from '../design/reason-field.tsx';
import { isAnythingLeft, type Left, LeftDialog } from './left-dialog.tsx';

/** A box for each role, with what it may do. */
export function RoleBoxes({ chosen }: { readonly chosen: readonly Role[] }) {
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 font-semibold">Roles</legend>
      {ROLES.map((role) => (
        <label key={role} className="mb-1 flex items-start gap-3">
          <input
            type="checkbox"
            name="roles"
            value={role}
            defaultChecked={chosen.includes(role)}
            className="size-6 shrink-0 accent-mark"
          />
          <span>
            <strong>{role}</strong>: {WHAT[role]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const WHAT: Readonly<Record<Role, string>> = {
  editor: 'drafts, pictures and films of the catalogue',
  publisher: 'what an editor may, and what viewers see',
  care: 'finds a number, answers a caller, refunds',
  finance: 'money, settlements, approves refunds',
  operator: 'jobs, webhooks, audit',
  administrator: 'everything, and the accounts',
};

const rolesIn = (form: FormData): Role[] => form.getAll('roles') as Role[];

/** Changes the roles of an account; where one is taken away, it says which API keys go on. */
export function RolesDialog({
  account: { id, name, roles },
  onClose,
}: {
  readonly account: { readonly id: string; readonly name: string; readonly roles: readonly Role[] };
  readonly onClose: () => void;
}) {
  const { act, error, isBusy } = useAct(changeAccount, { done: `${name} has the new roles.` });
  const [mayLess, setMayLess] = useState(false);
  const [left, setLeft] = useState<Left>();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason')).trim();
    const revoke_keys = form.has('revoke_keys');
    const body = { roles: rolesIn(form), seen_roles: [...roles], revoke_keys, reason };
    const made = await act({ params: { id }, body });
    if (!made) return;
    if (isAnythingLeft(made.left)) setLeft(made.left);
    else onClose();
  };
  if (left)
    return <LeftDialog title={`API keys of ${name}`} name={name} left={left} onClose={onClose} />;
  return (
    <Dialog title={`Roles of ${name}`} onClose={onClose}>
      <form
        onSubmit={submit}
        onChange={({ currentTarget }) =>
          setMayLess(takesRoleAway(roles, rolesIn(new FormData(currentTarget))))
        }
      >
        {error && <FormProblem error={error} onClose={onClose} />}
        <RoleBoxes chosen={roles} />
        {mayLess && (
          <CheckField
            label="Revoke the API keys that they made"
            hint="Without it they go on with all that they may do. Programs that use a revoked key are refused at once."
            name="revoke_keys"
          />
        )}
        <ReasonField />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
