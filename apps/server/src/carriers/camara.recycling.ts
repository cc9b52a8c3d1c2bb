/** Whether a number has gone to somebody else: number-recycling 0.2.0. */
import { dayOf } from '@bonisa/domain/south-african-time';
import { CARRIER_ERROR, NO_ANSWER, notToldYet } from './camara.answers.ts';
import { identified } from './camara.apis.ts';
import type { Caller } from './camara.calls.ts';
import { recyclingVerdict } from './camara.schemas.ts';
import type { Carrier } from './carrier.port.ts';

const API = 'number-recycling';
const SCOPE = 'number-recycling:check';

type Recycling = Pick<Carrier, 'numberRecycled'>;

export function createRecycling({ ask, apis, timeouts }: Caller): Recycling {
  return {
    async numberRecycled({ msisdn, since }) {
      const { token, body } = identified(apis[API], msisdn);
      const answer = await ask({
        method: 'POST',
        api: API,
        path: '/check',
        scope: SCOPE,
        ...token,
        // CAMARA knows days only: the day of `since` in South Africa, where the contracts of these
        // numbers are made.
        body: { ...body, specifiedDate: dayOf(since) },
        timeoutMs: timeouts.lookup,
        // A day that is longer ago than the carrier looks back.
        theirs: ['OUT_OF_RANGE'],
      });
      // No refusal tells whose the number is now: not even that another network has it (a number
      // can move with its owner).
      if (answer.kind === 'refused') return NO_ANSWER;
      if (answer.kind !== 'ok') return notToldYet(answer);
      const verdict = recyclingVerdict.safeParse(answer.body);
      return verdict.success
        ? { outcome: 'known', recycled: verdict.data.phoneNumberRecycled }
        : CARRIER_ERROR;
    },
  };
}
