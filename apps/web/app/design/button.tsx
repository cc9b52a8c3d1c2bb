import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';

/**
 * `primary` is *the* action of a view: there is one. `quiet` is every other one, `link` the least
 * of them.
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
   * Work is under way: presses do nothing, the name stays, and a screen reader hears `busyLabel`.
   */
  busy?: boolean;
  busyLabel?: string;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/**
 * A button. While `busy` it stays focusable (a focus that vanishes loses its person) and ignores
 * presses, so that a second press can never send a thing twice.
 */
export function Button({
  look,
  wide,
  busy = false,
  busyLabel = 'One moment',
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

/**
 * Something that leads elsewhere and looks like a button: a real link, so it works before any
 * script has come.
 */
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
