/**
 * An inline script at the end of the number screen, which loads its script when the viewer touches
 * the field (`browser/early-press.entry.ts`): the viewer types while the script arrives. It asks
 * the mobile network for the number at once, for the flow to take over (`early-number.ts`): a
 * viewer whose number is known has nothing to enter. A run that goes on, and a number of an earlier
 * visit, need the script at once.
 */
import type { ADDRESSES } from '@bonisa/contract/addresses';
import type { ReplyOf } from '@bonisa/contract/calls';
import { afterPaint } from '../browser/after-paint.ts';
import { earlyCall } from '../browser/early-call.ts';
import { whileWaiting } from '../browser/while-waiting.ts';
import { newId, STORED_KEYS } from './early-number.ts';

/** Typed by the table of addresses, which as a value would add a kilobyte to the page. */
const ENRICH: (typeof ADDRESSES)['enrich']['path'] = '/api/auth/enrich';

const early = window.bonisaEarlyPress;
if (early) {
  whileWaiting(early);
  // Storage and a call take 50 ms of a slow phone.
  afterPaint(() => {
    const goesOn = history.state?.usr || isStored(() => sessionStorage, STORED_KEYS.run);
    if (goesOn || isStored(() => localStorage, STORED_KEYS.number)) early.need();
    if (!goesOn && !('bonisaNumber' in window)) askNetwork(early.need);
  });
}

function askNetwork(onNumber: () => void): void {
  const transactionId = newId();
  const answer = earlyCall<ReplyOf<'enrich'>>(ENRICH, { transaction_id: transactionId }).then(
    ({ body }) => body,
    () => undefined,
  );
  window.bonisaNumber = { transactionId, answer };
  void answer.then((vouched) => vouched && onNumber());
}

function isStored(area: () => Storage, key: string): boolean {
  try {
    return area().getItem(key) !== null;
  } catch {
    // Forbidden storage has nothing.
    return false;
  }
}
