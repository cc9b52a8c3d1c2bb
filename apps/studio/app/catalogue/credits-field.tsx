import { Button } from '../design/button.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { CloseIcon, PlusIcon } from '../design/icons.tsx';
import { EntryPicker } from './entry-picker.tsx';
import { ROLE_CHOICES } from './field-plan.ts';

interface Credit {
  readonly person: string;
  readonly role: string;
  readonly character: string | null;
}

/** Who made a title, in the order shown. */
export function CreditsField({
  label,
  credits,
  onChange,
  problem,
  disabled,
}: {
  readonly label: string;
  readonly credits: readonly Credit[];
  readonly onChange: (credits: readonly Credit[]) => void;
  readonly problem: string | undefined;
  readonly disabled: boolean;
}) {
  const set = (at: number, change: Partial<Credit>): void =>
    onChange(credits.map((credit, place) => (place === at ? { ...credit, ...change } : credit)));
  return (
    <fieldset className="mb-4" disabled={disabled}>
      <legend className="mb-1 font-semibold">{label}</legend>
      {problem && <p className="mb-2 text-small font-semibold text-danger">{problem}</p>}
      {credits.map((credit, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own; typing is forgotten on leaving it.
          key={at}
          className="grid items-end gap-x-3 md:grid-cols-[1fr_9rem_1fr_auto]"
        >
          <EntryPicker
            kind="person"
            creates
            label={`Person ${at + 1}`}
            value={credit.person}
            onChange={(person) => set(at, { person })}
          />
          <SelectField
            label="Role"
            choices={ROLE_CHOICES}
            value={credit.role}
            onChange={(event) => set(at, { role: event.target.value })}
          />
          <TextField
            label="As"
            value={credit.character ?? ''}
            maxLength={80}
            onChange={(event) => set(at, { character: event.target.value || null })}
          />
          <Button
            tone="quiet"
            className="mb-4"
            aria-label={`Take credit ${at + 1} away`}
            onClick={() => onChange(credits.filter((_, place) => place !== at))}
          >
            <CloseIcon />
          </Button>
        </div>
      ))}
      <Button
        size="small"
        onClick={() => onChange([...credits, { person: '', role: 'cast', character: null }])}
      >
        <PlusIcon /> Add a credit
      </Button>
    </fieldset>
  );
}
