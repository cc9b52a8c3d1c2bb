import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { say } from '../words/words.ts';

/**
 * `primary`: the one main action of a view. `quiet`: every other action. `link`: the least
 * important ones.
 */
export type ButtonLook = 'primary' | 'quiet' | 'link';

interface LookProps {
  look?: ButtonLook;
  /** As wide as its column. */
  wide?: boolean;
}

function classOf({ look = 'quiet', wide = false }: LookProps, more = ''): string {
  return `button button-${look}${wide ? ' button-wide' : ''}${more ? ` ${more}` : ''}`;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, LookProps {
  /**
   * A call is in flight: presses do nothing, the name stays, and a screen reader announces
   * `busyLabel`.
   */
  busy?: boolean;
  busyLabel?: string;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/**
 * A button. While `busy` it keeps the focus and ignores presses, so that a second press never sends
 * twice.
 */
export function Button({
  look,
  wide,
  busy = false,
  busyLabel = say('one_moment'),
  className,
  onClick,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <>
      <button
        {...rest}
        type={busy ? 'button' : type}
        className={classOf({ look, wide }, className)}
        aria-busy={busy || undefined}
        onClick={busy ? (event) => event.preventDefault() : onClick}
      >
        {children}
        {busy ? <Beat /> : null}
      </button>
      {busy ? (
        <span role="status" className="sr-only">
          {busyLabel}
        </span>
      ) : null}
    </>
  );
}

/** A link that looks like a button. It works before hydration. */
export function ButtonLink({ look, wide, className, children, ...rest }: LinkProps & LookProps) {
  return (
    <Link {...rest} className={classOf({ look, wide }, className)}>
      {children}
    </Link>
  );
}

function Beat() {
  return (
    <span className="button-beat" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
