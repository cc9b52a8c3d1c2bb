/**
 * Numbers at the carrier: kyc-age-verification 0.2.1 (the content lock) and number-recycling 0.2.0
 * (whether a number is on the network, and whether it has a new owner).
 */
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { dayOf } from '@bonisa/domain/south-african-time';
import { bareCode, CARRIER_ERROR, NO_ANSWER, notToldYet } from './camara.answers.ts';
import { identified } from './camara.apis.ts';
import type { Caller } from './camara.calls.ts';
import { ageVerdict, recyclingVerdict } from './camara.schemas.ts';
import type { NumbersPort } from './numbers.port.ts';

const AGE_VERIFICATION = 'kyc-age-verification';
const RECYCLING = 'number-recycling';
/** The call requires an age; we do not read its verdict. */
const AGE_ASKED = 18;

export function createNumbers({ ask, apis, timeouts }: Caller, now: () => Date): NumbersPort {
  const checkRecycling = (msisdn: Msisdn, since: Date) => {
    const { token, body } = identified(apis[RECYCLING], msisdn);
    return ask({
      method: 'POST',
      api: RECYCLING,
      path: '/check',
      scope: 'number-recycling:check',
      ...token,
      // CAMARA knows days only: the day of `since` in South Africa, where the contracts of these
      // numbers are made.
      body: { ...body, specifiedDate: dayOf(since) },
      timeoutMs: timeouts.lookup,
      // The day is further in the past than the carrier looks back.
      theirs: ['OUT_OF_RANGE'],
    });
  };

  return {
    async contentLock(msisdn) {
      const { token, body } = identified(apis[AGE_VERIFICATION], msisdn);
      const answer = await ask({
        method: 'POST',
        api: AGE_VERIFICATION,
        path: '/verify',
        scope: 'kyc-age-verification:verify',
        ...token,
        body: { ...body, ageThreshold: AGE_ASKED, includeContentLock: true },
        timeoutMs: timeouts.lookup,
      });
      if (answer.kind === 'refused') return NO_ANSWER;
      if (answer.kind !== 'ok') return notToldYet(answer);
      const verdict = ageVerdict.safeParse(answer.body);
      if (!verdict.success) return CARRIER_ERROR;
      const { contentLock = 'not_available' } = verdict.data;
      return contentLock === 'not_available'
        ? NO_ANSWER
        : { outcome: 'known', locked: contentLock === 'true' };
    },

    async onNetwork(msisdn) {
      const answer = await checkRecycling(msisdn, now());
      if (answer.kind === 'refused')
        return bareCode(answer.code) === 'IDENTIFIER_NOT_FOUND'
          ? { outcome: 'known', onNetwork: false }
          : NO_ANSWER;
      if (answer.kind !== 'ok') return notToldYet(answer);
      return recyclingVerdict.safeParse(answer.body).success
        ? { outcome: 'known', onNetwork: true }
        : CARRIER_ERROR;
    },

    async numberRecycled({ msisdn, since }) {
      const answer = await checkRecycling(msisdn, since);
      // No refusal identifies the owner: not even one that names another network (a number can move
      // with its owner).
      if (answer.kind === 'refused') return NO_ANSWER;
      if (answer.kind !== 'ok') return notToldYet(answer);
      const verdict = recyclingVerdict.safeParse(answer.body);
      return verdict.success
        ? { outcome: 'known', recycled: verdict.data.phoneNumberRecycled }
        : CARRIER_ERROR;
    },
  };
}
