import { type ComponentProps, useState } from 'react';
import { TextField } from './fields.tsx';
import { inputOfInstant, instantOfInput } from './time.ts';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  readonly instant: string | null;
  readonly onInstant: (instant: string | null) => void;
};

/**
 * A point in time, in South African time. While a year is typed the browser reports years such as
 * 0002: the field shows what was typed until it is left, whatever its instant reads like.
 */
export function InstantField({ instant, onInstant, ...rest }: Props) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      {...rest}
      type="datetime-local"
      value={typed ?? inputOfInstant(instant)}
      onChange={({ target }) => {
        setTyped(target.value);
        onInstant(instantOfInput(target.value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
