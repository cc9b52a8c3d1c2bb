import { firstSteps } from '@bonisa/contract/studio/service.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { Link } from 'react-router-dom';
import { usePerson } from '../calls/person.tsx';
import { useRead } from '../calls/use-calls.ts';
import { Card } from '../design/page.tsx';
import { Badge, Problem } from '../design/states.tsx';
import { screensFor } from '../screens.ts';

type Step = StudioReplyOf<typeof firstSteps>['steps'][number];

/** What each step is, and the screen on which it is done. */
const STEPS: Readonly<
  Record<Step['step'], { readonly to: string; readonly what: string; readonly how: string }>
> = {
  brand: {
    to: '/brand',
    what: 'The brand',
    how: 'Its logo, colours and words: edited here, or a folder on the server. A start takes them.',
  },
  film: {
    to: '/videos',
    what: 'The first film',
    how: 'Drop a film on the list of videos, fill in what it lacks, and publish it.',
  },
  shelf: {
    to: '/shelves',
    what: 'A shelf on home',
    how: 'Home shows what is on its shelves. A shelf can fill itself by a rule.',
  },
  price: {
    to: '/packages',
    what: 'A package at a price',
    how: 'Offer one, with the service key that the carrier has issued for it.',
  },
  carrier: {
    to: '/service-health',
    what: 'A carrier that answers',
    how: 'It takes sign-ups, and its list of payments could be read.',
  },
  sale: {
    to: '/service-health',
    what: 'Open for sale',
    how: 'Viewers can subscribe once film, package and carrier are there.',
  },
};

/** The way of a new service to its first sale. It is gone when every step is done. */
export default function FirstSteps() {
  const { data, error } = useRead(firstSteps);
  const screens = screensFor(usePerson().scopes);
  if (error) return <Problem error={error} />;
  if (!data || data.steps.every(({ done }) => done)) return null;
  const done = data.steps.filter((step) => step.done).length;
  return (
    <Card title="First steps" actions={<Badge>{`${done} of ${data.steps.length} done`}</Badge>}>
      <ol className="grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
        {data.steps.map(({ step, done: isDone }) => {
          const { to, what, how } = STEPS[step];
          const isOpen = screens.some(({ path }) => path.replace('/*', '') === to);
          return (
            <li key={step}>
              <p className="mb-1 flex flex-wrap items-center gap-2">
                {isOpen ? (
                  <Link to={to} className="font-semibold text-mark underline">
                    {what}
                  </Link>
                ) : (
                  <span className="font-semibold">{what}</span>
                )}
                <Badge tone={isDone ? 'good' : 'warning'}>{isDone ? 'done' : 'not yet'}</Badge>
              </p>
              <p className="text-small text-muted">{how}</p>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
