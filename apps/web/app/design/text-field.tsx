import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { AlertIcon } from './icons.tsx';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  name: string;
  help?: ReactNode;
  /** The error: announced at once and linked to the field. */
  error?: string | undefined;
  /** What to do about the error. */
  remedy?: string | undefined;
  /** Wide characters for a short code such as the OTP. */
  code?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A text field with label, help and error. Uncontrolled by default: text typed before hydration
 * stays.
 */
export function TextField({
  label,
  help,
  error,
  remedy,
  code = false,
  id: givenId,
  className,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy =
    [help ? `${id}-help` : '', error ? `${id}-error` : '', remedy ? `${id}-remedy` : '']
      .filter(Boolean)
      .join(' ') || undefined;
  return (
    <div className={className}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={`field-input${code ? ' field-code' : ''}`}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {remedy ? (
        <p id={`${id}-remedy`} className="mt-2">
          {remedy}
        </p>
      ) : null}
      {help ? (
        <div id={`${id}-help`} className="field-help mt-2">
          {help}
        </div>
      ) : null}
    </div>
  );
}

/** The error of a field. Always in the page, so that a screen reader announces its appearance. */
export function FieldError({ id, children }: { id: string; children?: string | undefined }) {
  return (
    <div id={id} role="alert" className={children ? 'field-error mt-2' : undefined}>
      {children ? (
        <>
          <AlertIcon width="20" height="20" />
          <span>{children}</span>
        </>
      ) : null}
    </div>
  );
}
