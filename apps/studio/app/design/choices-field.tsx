import type { Choice } from './fields.tsx';

const LONG = 12;

/** Any number of a few: boxes to tick, which scroll within themselves where they are many. */
export function ChoicesField({
  label,
  hint,
  choices,
  chosen,
  onChange,
  problem,
  isNeeded,
  disabled = false,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly choices: readonly Choice[];
  readonly chosen: readonly unknown[];
  readonly onChange: (chosen: readonly unknown[]) => void;
  readonly problem?: string | undefined;
  readonly isNeeded?: boolean | undefined;
  readonly disabled?: boolean;
}) {
  const isLong = choices.length > LONG;
  return (
    <fieldset className="mb-4" aria-invalid={problem ? true : undefined}>
      <legend className="mb-1 font-semibold" data-needed={isNeeded || undefined}>
        {label}
      </legend>
      {hint && <p className="mb-1 text-small text-muted">{hint}</p>}
      <div
        className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-1 ${isLong ? 'max-h-44 overflow-y-auto rounded-mark border border-field p-2' : ''}`}
      >
        {choices.map(({ value, label: name }) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-6 shrink-0 accent-mark"
              disabled={disabled}
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                )
              }
            />
            {name}
          </label>
        ))}
      </div>
      {problem && <p className="mt-1 text-small font-semibold text-danger">{problem}</p>}
    </fieldset>
  );
}
