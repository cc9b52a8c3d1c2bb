import { FlowScreen } from './flow-screen.tsx';

/**
 * Rendered by the server and at the first paint, where only the browser knows the flow's progress.
 */
export function WaitingScreen() {
  return (
    <FlowScreen heading="One moment">
      <p className="mt-4 text-quiet">We are picking up where you were.</p>
      <noscript>
        <p className="mt-4">
          Subscribing needs JavaScript. Please switch it on in your browser, then open this page
          again.
        </p>
      </noscript>
    </FlowScreen>
  );
}
