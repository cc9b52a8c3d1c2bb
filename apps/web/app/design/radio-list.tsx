import { type ReactNode, useId } from 'react';
import { FieldError } from './text-field.tsx';

export interface RadioChoice {
  value: string;
  label: ReactNode;
  /** A second line in quiet text; part of the description, not of the name. */
  note?: ReactNode;
}

export interface RadioListProps {
  /** The name of the group. */
  legend: string;
  /** Hides the legend visually where a heading already says it. */
  legendHidden?: boolean;
  name: string;
  choices: readonly RadioChoice[];
  error?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
}

/** A group of radio buttons with large targets. No choice is preselected without `defaultValue`. */
export function RadioList({
  legend,
  legendHidden,
  name,
  choices,
  error,
  defaultValue,
  onChange,
}: RadioListProps) {
  const id = useId();
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className={legendHidden ? 'sr-only' : 'field-label'}>{legend}</legend>
      <div className="grid gap-3">
        {choices.map((choice, index) => (
          <label key={choice.value} className="choice">
            <input
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={choice.value === defaultValue}
              aria-labelledby={`${id}-${index}`}
              aria-describedby={choice.note ? `${id}-${index}-note` : undefined}
              onChange={onChange && ((event) => onChange(event.currentTarget.value))}
            />
            <span className="choice-words">
              <span id={`${id}-${index}`} className="block text-heading font-semibold">
                {choice.label}
              </span>
              {choice.note ? (
                <span id={`${id}-${index}-note`} className="block text-small text-quiet">
                  {choice.note}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
