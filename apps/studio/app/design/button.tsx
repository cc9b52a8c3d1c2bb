import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classes } from './classes.ts';

/**
 * `action`: the one thing of a view; `plain`: everything else; `danger`: what cannot be taken back;
 * `quiet`: within tables and toolbars.
 */
export type Tone = 'action' | 'plain' | 'danger' | 'quiet';

const SHAPE =
  'inline-flex items-center justify-center gap-2 rounded-full border font-semibold whitespace-nowrap transition-colors duration-(--motion-fast) disabled:opacity-55';
const SIZES = { medium: 'min-h-10 px-4', small: 'min-h-8 px-3 text-small' } as const;
const TONES: Readonly<Record<Tone, string>> = {
  action: 'border-ochre bg-ochre text-ink hover:bg-ochre-bright',
  plain: 'border-field bg-sheet text-text hover:bg-shade',
  danger: 'border-danger bg-sheet text-danger hover:bg-danger-soft',
  quiet: 'border-transparent bg-transparent text-mark hover:bg-mark-soft',
};

interface Look {
  readonly tone?: Tone;
  readonly size?: keyof typeof SIZES;
}

/** A button; it submits a form only with `type="submit"`. */
export function Button({
  tone = 'plain',
  size = 'medium',
  type = 'button',
  className,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type={type} className={classes(SHAPE, SIZES[size], TONES[tone], className)} {...rest} />
  );
}

/** A link within the studio that looks like a button. */
export function ButtonLink({
  tone = 'plain',
  size = 'medium',
  className,
  ...rest
}: Look & LinkProps) {
  return <Link className={classes(SHAPE, SIZES[size], TONES[tone], className)} {...rest} />;
}
