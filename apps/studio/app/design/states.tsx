import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';

/** While something is read. Shown after a moment, so that fast answers do not flicker. */
export function Loading({ what = 'Loading' }: { readonly what?: string }) {
  return (
    <p role="status" className="py-8 text-muted">
      {what}…
    </p>
  );
}

/** Nothing is here, why, and what to do about it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="rounded-card border border-rule border-dashed bg-sheet px-6 py-10 text-center">
      <h2 className="text-heading">{title}</h2>
      {children && <div className="mx-auto mt-2 max-w-[34rem] text-muted">{children}</div>}
      {action && <div className="mt-5 flex justify-center gap-2">{action}</div>}
    </div>
  );
}

const TONES = {
  problem: { look: 'border-danger bg-danger-soft text-danger', Icon: AlertIcon },
  warning: { look: 'border-warn bg-warn-soft text-warn', Icon: AlertIcon },
  good: { look: 'border-good bg-good-soft text-good', Icon: CheckIcon },
  info: { look: 'border-mark bg-mark-soft text-text', Icon: InfoIcon },
} as const;

/** A sentence that must be seen. A problem is announced at once. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly children: ReactNode;
}) {
  const { look, Icon } = TONES[tone];
  return (
    <div
      role={tone === 'problem' ? 'alert' : 'status'}
      className={`mb-4 flex gap-3 rounded-mark border-l-4 px-4 py-3 ${look}`}
    >
      <Icon className="mt-0.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Why something could not be done, in the server's own words. */
export function Problem({
  error,
  onRetry,
  retry = 'Try again',
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** What the button says. */
  readonly retry?: string;
}) {
  return (
    <Notice tone="problem">
      <p>{reasonOf(error)}</p>
      {onRetry && (
        <Button size="small" className="mt-2" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </Notice>
  );
}

/** The sentence for a person about an error of a call. */
export function reasonOf(error: unknown): string {
  const body = (error as { body?: { description?: unknown; fields?: unknown } }).body;
  if (typeof body?.description === 'string') return body.description;
  if ((error as { status?: unknown }).status === 0)
    return 'The studio did not answer. Check the connection and try again.';
  return error instanceof Error ? error.message : 'Something went wrong.';
}

const BADGES = {
  plain: 'border-rule bg-shade text-text',
  good: 'border-good bg-good-soft text-good',
  warning: 'border-warn bg-warn-soft text-warn',
  problem: 'border-danger bg-danger-soft text-danger',
  mark: 'border-mark bg-mark-soft text-mark',
} as const;

/** A word about the state of a row. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: keyof typeof BADGES;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-block rounded-full border px-2 py-px text-small whitespace-nowrap ${BADGES[tone]}`}
    >
      {children}
    </span>
  );
}
