import { useEffect, useEffectEvent } from 'react';

const ASK_EVERY_MS = 3_000;
/** Then the viewer must reload: the network may take an hour. */
const ASK_AT_MOST = 40;

/**
 * While a payment is being confirmed: requests the account every few seconds while the page is
 * visible, a limited number of times.
 */
export function useChargeUnderWay(waits: boolean, ask: () => Promise<unknown>): void {
  const onTurn = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void ask();
  });
  useEffect(() => {
    if (!waits) return;
    let asked = 0;
    const timer = setInterval(() => {
      if (++asked >= ASK_AT_MOST) clearInterval(timer);
      onTurn();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [waits]);
}
