import { useEffect, useEffectEvent } from 'react';

const ASK_EVERY_MS = 3_000;
/** After that whoever waits looks again by themselves: the network may take an hour. */
const ASK_AT_MOST = 40;

/**
 * While something is being confirmed: asks again every few seconds, as long as the page is looked
 * at and not for ever.
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
