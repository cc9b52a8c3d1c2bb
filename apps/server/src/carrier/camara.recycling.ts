/** Whether a number has gone to somebody else: number-recycling 0.2.0, with the number in the body (2-legged tokens). */
import { toE164 } from '@bonisa/domain/msisdn';
import { dayOf } from '@bonisa/domain/south-african-time';
import { type AskCarrier, CARRIER_ERROR, type CarrierTimeouts, NO_ANSWER, notToldYet } from './camara.calls.ts';
import { recyclingVerdict } from './camara.schemas.ts';
import type { Carrier } from './carrier.port.ts';

const CHECK = '/number-recycling/v0.2/check';
const SCOPE = 'number-recycling:check';

type Recycling = Pick<Carrier, 'numberRecycled'>;

export function createRecycling(ask: AskCarrier, timeouts: CarrierTimeouts): Recycling {
  return {
    async numberRecycled({ msisdn, since }) {
      const answer = await ask({
        method: 'POST',
        path: CHECK,
        scope: SCOPE,
        // CAMARA knows days only: the day of `since` in South Africa, where the contracts of these numbers are made.
        body: { phoneNumber: toE164(msisdn), specifiedDate: dayOf(since) },
        timeoutMs: timeouts.lookup,
      });
      // No refusal tells whose the number is now: not even that another network has it (a number can move with its owner).
      if (answer.kind === 'refused') return NO_ANSWER;
      if (answer.kind !== 'ok') return notToldYet(answer);
      const verdict = recyclingVerdict.safeParse(answer.body);
      return verdict.success ? { outcome: 'known', recycled: verdict.data.phoneNumberRecycled } : CARRIER_ERROR;
    },
  };
}
