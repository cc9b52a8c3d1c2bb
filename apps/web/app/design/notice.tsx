import type { ReactNode } from 'react';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';

/** A notice. Text and icon carry the meaning, colour supports it. */
export function Notice({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'good';
  children: ReactNode;
}) {
  return (
    <div className={`notice${tone === 'good' ? ' notice-good' : ''}`}>
      {tone === 'good' ? <CheckIcon /> : <InfoIcon />}
      <div>{children}</div>
    </div>
  );
}

/** An error and what to do next. Screen readers announce it at once. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="notice notice-error">
      <AlertIcon />
      <div>{children}</div>
    </div>
  );
}
