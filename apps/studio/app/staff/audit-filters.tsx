import { auditChoices } from '@bonisa/contract/studio/audit.calls';
import { type FormEvent, useId } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import { actWords } from './audit-words.ts';

/** What the audit is filtered by, as the address of the screen has it. */
export type AuditFilters = Readonly<Record<string, string>>;

/** Person, act, days, words of the reason, and the thing that was concerned. */
export function AuditFilterForm({
  filters,
  onFilter,
}: {
  readonly filters: AuditFilters;
  readonly onFilter: (filters: AuditFilters) => void;
}) {
  const id = useId();
  const { data, error } = useRead(auditChoices);
  const actions = (data?.actions ?? []).map((value) => ({ value, label: actWords(value) }));
  const actors = (data?.actors ?? []).map((one) => ({ value: one.id, label: one.name }));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(
      ([name, value]) => [name, String(value).trim()] as const,
    );
    onFilter(Object.fromEntries(given.filter(([, value]) => value !== '')));
  };
  return (
    <search>
      {error && <Problem error={error} />}
      <form
        // Another filter, such as a name that was pressed, is another form; so are its choices.
        key={`${id} ${JSON.stringify(filters)} ${actors.length}`}
        onSubmit={submit}
        className="mb-2 grid items-start gap-x-4 grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))]"
      >
        <SelectField
          label="Who"
          name="actor_id"
          empty="Anybody"
          choices={withChosen(actors, filters.actor_id)}
          defaultValue={filters.actor_id ?? ''}
        />
        <SelectField
          label="What was done"
          name="action"
          empty="Anything"
          choices={withChosen(actions, filters.action)}
          defaultValue={filters.action ?? ''}
        />
        <TextField label="From" name="from" type="date" defaultValue={filters.from} />
        <TextField label="To" name="to" type="date" defaultValue={filters.to} />
        <TextField
          label="Words of the reason"
          name="words"
          hint="Three characters or more"
          minLength={3}
          maxLength={100}
          defaultValue={filters.words}
        />
        <TextField
          label="What it concerned"
          name="subject"
          hint="All of it, such as catalogue"
          defaultValue={filters.subject}
        />
        <div className="flex gap-2 pt-7">
          <Button type="submit" tone="action">
            Filter
          </Button>
          <Button onClick={() => onFilter({})}>All</Button>
        </div>
      </form>
    </search>
  );
}

interface Chosen {
  readonly value: string;
  readonly label: string;
}

/** The choices, and the one that is chosen although it is not among them. */
function withChosen(choices: readonly Chosen[], value: string | undefined): readonly Chosen[] {
  const isThere = value === undefined || choices.some((one) => one.value === value);
  return isThere ? choices : [...choices, { value, label: value }];
}
