import type { PageHandle } from '@bonisa/contract/page-query';
import { useEffect, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { ErrorScreen } from '../error-screen.tsx';
import { pageData } from '../page-context.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/enter-number.route.ts';
import { readCameFor } from './came-for.ts';
import { isAgain } from './flow.arrival.ts';
import { screenAtNumber } from './flow.screens.ts';
import { RefusedScreen, WaitingScreen } from './flow-screen.tsx';
import { NumberScreen } from './number-screen.tsx';
import { PackagesScreen, UnblockScreen } from './packages-screen.tsx';
import { storeCameFor } from './stored-came-for.ts';
import { useFlow } from './use-flow.ts';

export const handle: PageHandle = { query: ['return'] };

/** The title for which the viewer came, if any. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return { cameFor: await readCameFor(request, pageData(context)) };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('flow.number.title')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/** The title stays the same through the flow, which must wait for no data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search !== nextUrl.search;

/**
 * Row R5: the number, then the packages, then unblocking where the number's content settings
 * require it.
 */
export default function EnterNumber({ loaderData: { cameFor } }: Route.ComponentProps) {
  const state = useFlow();
  const [before] = useState(state);
  const opensAgain = isAgain(useLocation().state) && state === before;
  const screen = opensAgain ? 'waiting' : screenAtNumber(state);
  useEffect(() => storeCameFor(cameFor), [cameFor]);
  switch (screen) {
    case 'number':
      return <NumberScreen state={state} cameFor={cameFor} />;
    case 'packages':
      return <PackagesScreen state={state} cameFor={cameFor} />;
    case 'unblock':
      return <UnblockScreen state={state} />;
    case 'failed':
      return <ErrorScreen />;
    case 'waiting':
      return <WaitingScreen />;
    default:
      return <RefusedScreen description={screen.refused} />;
  }
}
