import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import { useId } from 'react';
import { classes } from './classes.ts';

/** The look of every field. */
export const FIELD =
  'w-full min-h-10 rounded-mark border border-field bg-sheet px-3 py-2 text-text placeholder:text-muted disabled:bg-shade aria-invalid:border-danger aria-invalid:border-2';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the field. */
  readonly problem?: string | undefined;
  /** The label is for screen readers only. */
  readonly hideLabel?: boolean;
  /** It must be filled: marked at the label, and said by screen readers. */
  readonly isNeeded?: boolean | undefined;
}

/** A label with its control, a hint and what is wrong with it. */
export function Field({
  id,
  label,
  hint,
  problem,
  hideLabel = false,
  isNeeded,
  children,
}: Labelled & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className={hideLabel ? undefined : 'mb-4'}>
      <label
        htmlFor={id}
        data-needed={isNeeded || undefined}
        className={hideLabel ? 'sr-only' : 'mb-1 block font-semibold'}
      >
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-small text-muted">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="mt-1 text-small font-semibold text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The attributes that tie a control to its hint and its problem. */
export function tied(
  id: string,
  { hint, problem, isNeeded }: Pick<Labelled, 'hint' | 'problem' | 'isNeeded'>,
) {
  const described = classes(hint ? `${id}-hint` : '', problem ? `${id}-problem` : '');
  return {
    id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': problem ? true : undefined,
    // Not `required`, of which browsers say that an empty field is wrong.
    'aria-required': isNeeded || undefined,
  };
}

/** A field of one line; `type` as in HTML. */
export function TextField({
  label,
  hint,
  problem,
  hideLabel,
  isNeeded,
  className,
  ...rest
}: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const labelled = { label, hint, problem, hideLabel, isNeeded } as Labelled;
  return (
    <Field id={id} {...labelled}>
      <input {...tied(id, labelled)} className={classes(FIELD, className)} {...rest} />
    </Field>
  );
}

/** A field of several lines. */
export function TextArea({
  label,
  hint,
  problem,
  hideLabel,
  isNeeded,
  className,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  const labelled = { label, hint, problem, hideLabel, isNeeded } as Labelled;
  return (
    <Field id={id} {...labelled}>
      <textarea {...tied(id, labelled)} rows={4} className={classes(FIELD, className)} {...rest} />
    </Field>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** One of a few; `empty` is the label of no choice. */
export function SelectField({
  label,
  hint,
  problem,
  hideLabel,
  isNeeded,
  className,
  choices,
  empty,
  ...rest
}: Labelled &
  SelectHTMLAttributes<HTMLSelectElement> & {
    readonly choices: readonly Choice[];
    readonly empty?: string;
  }) {
  const id = useId();
  const labelled = { label, hint, problem, hideLabel, isNeeded } as Labelled;
  return (
    <Field id={id} {...labelled}>
      <select {...tied(id, labelled)} className={classes(FIELD, className)} {...rest}>
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Yes or no. */
export function CheckField({
  label,
  hint,
  ...rest
}: Pick<Labelled, 'label' | 'hint'> & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="mb-3 flex gap-3">
      <input
        id={id}
        type="checkbox"
        className="size-6 shrink-0 accent-mark"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
      />
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-small text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
