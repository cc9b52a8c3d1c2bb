import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { classes } from '../design/classes.ts';
import { SelectField } from '../design/fields.tsx';
import { EmptyState, Loading, Problem } from '../design/states.tsx';
import { type TimelineCharge, type TimelineEntry, useTimeline } from './use-timeline.ts';

const KINDS: Readonly<Record<TimelineEntry['kind'], string>> = {
  opt_in: 'Opt-in',
  subscription: 'Subscription',
  charge: 'Charge',
  refund: 'Refund',
  message_sent: 'Sent',
  message_received: 'Received',
  code: 'Proof',
  sign_in: 'Sign-in',
  device: 'Device',
  block: 'Block',
  note: 'Note',
  dispute: 'Dispute',
  approval: 'Approval',
};

/** What an agent looks for, by the kinds that answer it. */
const VIEWS: Readonly<Record<string, { label: string; kinds: readonly TimelineEntry['kind'][] }>> =
  {
    money: { label: 'Charges and refunds', kinds: ['charge', 'refund', 'dispute', 'approval'] },
    consent: { label: 'Sign-ups and consent', kinds: ['opt_in', 'code', 'subscription', 'block'] },
    messages: { label: 'Messages', kinds: ['message_sent', 'message_received'] },
    care: { label: 'Notes and disputes', kinds: ['note', 'dispute', 'approval'] },
    use: { label: 'Sign-ins and devices', kinds: ['sign_in', 'device'] },
  };

const MARKS = {
  plain: 'border-rule',
  good: 'border-good',
  bad: 'border-danger',
  waiting: 'border-warn',
} as const;

export interface TimelineProps {
  readonly handle: string;
  /** Another number has it read again. */
  readonly version: number;
  readonly mayAct: boolean;
  readonly onAnswer: (charge: TimelineCharge) => void;
  readonly onRefund: (charge: TimelineCharge) => void;
}

/** Everything that happened to a number, newest first. */
export function Timeline({ handle, version, mayAct, onAnswer, onRefund }: TimelineProps) {
  const { entries, next, total, isPending, error, more, again } = useTimeline(handle, version);
  const [view, setView] = useState('');
  const kinds = VIEWS[view]?.kinds;
  const shown = entries.filter(({ kind }) => !kinds || kinds.includes(kind));
  return (
    <section aria-labelledby="timeline">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 id="timeline" className="text-heading">
          What happened <span className="text-muted text-small">South African time</span>
        </h2>
        <SelectField
          label="Show"
          hideLabel
          value={view}
          onChange={(event) => setView(event.target.value)}
          empty="Everything"
          choices={Object.entries(VIEWS).map(([value, { label }]) => ({ value, label }))}
        />
      </div>
      {error !== undefined && <Problem error={error} onRetry={again} />}
      {!isPending && error === undefined && shown.length === 0 && (
        <EmptyState title="Nothing of this kind">
          {total === 0
            ? 'Nothing is kept of this number.'
            : next
              ? 'Nothing among what is shown so far.'
              : 'The other kinds have entries.'}
        </EmptyState>
      )}
      <ol className="overflow-hidden rounded-card border border-rule bg-sheet">
        {shown.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            mayAct={mayAct}
            onAnswer={onAnswer}
            onRefund={onRefund}
          />
        ))}
      </ol>
      {isPending && <Loading what="Reading the timeline" />}
      {next && !isPending && (
        <div className="mt-4 flex items-center gap-4">
          <Button onClick={more}>Show older</Button>
          <span className="text-muted text-small">
            {entries.length} of {total}
          </span>
        </div>
      )}
    </section>
  );
}

function Entry({
  entry,
  mayAct,
  onAnswer,
  onRefund,
}: { readonly entry: TimelineEntry } & Pick<TimelineProps, 'mayAct' | 'onAnswer' | 'onRefund'>) {
  const { kind, tone, local, title, text, facts, charge } = entry;
  const isCharge = kind === 'charge' && charge !== null;
  return (
    <li className="grid gap-x-6 gap-y-1 border-rule border-t px-5 py-3 first:border-t-0 md:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="text-muted text-small tabular-nums">
        <div>{local}</div>
        <div className="font-semibold">{KINDS[kind]}</div>
      </div>
      <div className={classes('border-l-4 pl-4', MARKS[tone])}>
        <h3 className="font-semibold">{title}</h3>
        {text && <p className="max-w-[46rem] whitespace-pre-line break-words">{text}</p>}
        {facts.length > 0 && (
          <details className="mt-1 text-small">
            <summary className="w-fit cursor-pointer text-mark underline">Details</summary>
            <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              {facts.map(({ name, value }) => (
                <div key={name} className="contents">
                  <dt className="text-muted">{name}</dt>
                  <dd className="min-w-0 break-words">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
        {isCharge && (
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              size="small"
              aria-label={`Evidence and answer: charge of ${local}`}
              onClick={() => onAnswer(charge)}
            >
              Evidence and answer
            </Button>
            {mayAct && charge.left !== '0.00' && (
              <Button
                size="small"
                aria-label={`Give back: charge of ${local}`}
                onClick={() => onRefund(charge)}
              >
                Give back
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
