import { type ComponentProps, useState } from 'react';
import { TextField } from './fields.tsx';
import { inputOfInstant, instantOfInput } from './time.ts';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  readonly instant: string | null;
  readonly onInstant: (instant: string | null) => void;
};

/** What a date says of which a part is missing. */
export const HALF_TYPED = 'the date is not complete';

/**
 * A point in time, in South African time. While a year is typed the browser reports years such as
 * 0002: the field shows what was typed until it is left, whatever its instant reads like. While a
 * part of the date is missing the browser reports an empty value: the instant stays as it was.
 */
export function InstantField({ instant, onInstant, problem, ...rest }: Props) {
  const [typed, setTyped] = useState<string>();
  const [isHalf, setHalf] = useState(false);
  const read = ({ value, validity }: HTMLInputElement): void => {
    setHalf(validity.badInput);
    if (!validity.badInput) onInstant(instantOfInput(value));
  };
  const leave = (input: HTMLInputElement): void => {
    // Browsers report no change between a part of a date and none.
    if (isHalf) read(input);
    setHalf(input.validity.badInput);
    if (!input.validity.badInput) setTyped(undefined);
  };
  return (
    <TextField
      {...rest}
      type="datetime-local"
      problem={isHalf ? HALF_TYPED : problem}
      value={typed ?? inputOfInstant(instant)}
      onChange={({ target }) => {
        setTyped(target.value);
        read(target);
      }}
      onKeyUp={({ currentTarget }) => isHalf && read(currentTarget)}
      onBlur={({ target }) => leave(target)}
    />
  );
}
