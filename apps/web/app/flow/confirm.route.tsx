import { ErrorScreen } from '../error-screen.tsx';
import { say } from '../words/words.ts';
import type { Route } from './+types/confirm.route.ts';
import { ConfirmScreen } from './confirm-screen.tsx';
import { screenAtConfirm } from './flow.screens.ts';
import { RefusedScreen, WaitingScreen } from './flow-screen.tsx';
import { PendingScreen, UnsureScreen } from './payment-screens.tsx';
import { useFlow } from './use-flow.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('flow.confirm.title')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * Row R6: the OTP, the price, Accept and Decline, and the screens of a payment that takes longer.
 */
export default function Confirm() {
  const state = useFlow();
  const screen = screenAtConfirm(state);
  switch (screen) {
    case 'confirm':
      return <ConfirmScreen state={state} />;
    case 'unsure':
      return <UnsureScreen />;
    case 'pending':
      return <PendingScreen state={state} />;
    case 'failed':
      return <ErrorScreen />;
    case 'waiting':
      return <WaitingScreen />;
    default:
      return <RefusedScreen description={screen.refused} />;
  }
}
