import { type ComponentProps, useState } from 'react';
import { TextField } from './fields.tsx';

/** A whole number that is typed; `undefined`: it is none, or outside of the limits. */
export function wholeNumber(text: string, min: number, max: number): number | undefined {
  const number = Number(text);
  return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined;
}

/**
 * A whole number that must be given. While a person types, the field may be empty or hold half a
 * number, which does not count; the field then shows the number that counts once it is left.
 */
export function NumberField({
  value,
  min,
  max,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'value' | 'min' | 'max' | 'onChange'> & {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      {...rest}
      type="number"
      min={min}
      max={max}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = wholeNumber(target.value, min, max);
        if (number !== undefined) onChange(number);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
