import type { ReactNode } from 'react';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';

/** Something to know. Words and an icon first, colour second. */
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

/** Something went wrong, and what to do next. Announced at once. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="notice notice-error">
      <AlertIcon />
      <div>{children}</div>
    </div>
  );
}
