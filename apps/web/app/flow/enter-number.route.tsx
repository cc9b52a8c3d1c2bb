import { ErrorScreen } from '../error-screen.tsx';
import type { Route } from './+types/enter-number.route.ts';
import { screenAtNumber } from './flow.screens.ts';
import { RefusedScreen } from './flow-screen.tsx';
import { NumberScreen } from './number-screen.tsx';
import { PackagesScreen, UnblockScreen } from './packages-screen.tsx';
import { useFlow } from './use-flow.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your mobile number · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * Row R5: the number, then the packages, then unblocking where the number's content settings
 * require it.
 */
export default function EnterNumber() {
  const state = useFlow();
  const screen = screenAtNumber(state);
  switch (screen) {
    case 'number':
      return <NumberScreen state={state} />;
    case 'packages':
      return <PackagesScreen state={state} />;
    case 'unblock':
      return <UnblockScreen state={state} />;
    case 'failed':
      return <ErrorScreen />;
    default:
      return <RefusedScreen description={screen.refused} />;
  }
}
