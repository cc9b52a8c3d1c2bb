import { carrierName } from '../calls/settings.ts';
import { counted } from '../design/money.ts';
import { Card, Facts } from '../design/page.tsx';
import { Badge } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import type { Summary } from './open-number.ts';

const TONES = {
  none: 'plain',
  pending: 'warning',
  trial: 'good',
  active: 'good',
  grace: 'warning',
  parked: 'warning',
  cancelled: 'plain',
  expired: 'plain',
  blocked: 'problem',
} as const;

/** What the number has, and the sentences to read to the caller. */
export function SummaryCard({
  summary,
  looksLeft,
}: {
  readonly summary: Summary;
  readonly looksLeft: number;
}) {
  const { state, next_charge: next, taken } = summary;
  const price = summary.price && summary.period ? `R${summary.price}/${summary.period}` : undefined;
  const facts = [
    {
      name: 'Package',
      value: summary.package_name ? `${summary.package_name} ${price ?? ''}` : '—',
    },
    { name: 'Paid until', value: summary.paid_until ? dateTime(summary.paid_until) : '—' },
    {
      name: 'Next charge',
      value: next ? `R${next.amount} on ${dateTime(next.at)}` : 'None',
    },
    { name: 'Served now', value: summary.served_now ? 'Yes' : 'No' },
    { name: 'Taken in all', value: `R${taken.amount} in ${counted(taken.count, 'payment')}` },
    { name: 'Given back', value: `R${summary.given_back}` },
    { name: 'Carrier', value: summary.carrier === null ? '—' : carrierName(summary.carrier) },
    { name: 'Free day', value: summary.free_day_used ? 'Used' : 'Not used' },
  ];
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-bold font-display text-title tabular-nums">{summary.number}</h2>
        <Badge tone={TONES[state]}>{summary.state_words}</Badge>
        {summary.open_disputes > 0 && (
          <Badge tone="warning">{counted(summary.open_disputes, 'open dispute')}</Badge>
        )}
        {summary.waiting_refunds > 0 && (
          <Badge tone="warning">
            {counted(summary.waiting_refunds, 'refund')} for a second person
          </Badge>
        )}
        <span className="ml-auto text-muted text-small">
          {counted(looksLeft, 'more look')} within the hour
        </span>
      </div>
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
        <div>
          <h3 className="mb-2 font-semibold text-muted text-small">Read to the caller</h3>
          <ul className="space-y-2">
            {summary.words.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
        <Facts facts={facts} />
      </div>
    </Card>
  );
}
