import type { ReactNode } from 'react';

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly note?: string;
  /** At the end of the line: the cost. */
  readonly mark?: ReactNode;
}

interface ChoicesProps<Value> {
  legend: string;
  name: string;
  chosen: Value;
  choices: readonly Choice<Value>[];
  /** `chips`: beside each other; `cards`: with their notes. */
  look?: 'chips' | 'cards';
  onChoose(value: Value): void;
}

/** A group of radio buttons in a sheet of the player. */
export function Choices<Value extends string | number>({
  legend,
  name,
  chosen,
  choices,
  look = 'chips',
  onChoose,
}: ChoicesProps<Value>) {
  return (
    <fieldset className="sheet-group">
      <legend className="sheet-legend">{legend}</legend>
      <div className={`sheet-${look}`}>
        {choices.map(({ value, label, note, mark }) => (
          <label key={value} className="sheet-choice">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span className="sheet-words">
              {label}
              {note ? <span className="sheet-note">{note}</span> : null}
            </span>
            {mark ? <span className="cost">{mark}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
