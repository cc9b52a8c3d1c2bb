import type { Clock } from '@bonisa/kit/clock/clock';
import type { FraudAdapter, FraudEvidence, FraudJudgement, FraudReason } from '../fraud.port.ts';
import type { KitTokens } from '../kit-token.ts';
import { openSeal, type ReadEvidence, summarise } from './guard.evidence.ts';
import { areEnough, isImpossible, reasonsOf, suspicionsOf } from './guard.judgement.ts';
import { GUARD_SCRIPT, GUARD_SCRIPT_HASH } from './guard.script.ts';

export interface GuardOptions {
  readonly tokens: KitTokens;
  readonly clock: Clock;
  /** A fresh id for each kit. */
  readonly newId: () => string;
}

/**
 * Our own provider: a small public script observes the press in the page and the server judges its
 * evidence. Makes no network calls.
 */
export function createGuard({ tokens, clock, newId }: GuardOptions): FraudAdapter {
  return {
    provider: 'guard',

    async kit(visitor) {
      return {
        script: GUARD_SCRIPT,
        token: tokens.issue('guard', newId(), visitor, clock.now()),
        run: 'inline',
      };
    },

    async judge(visitor): Promise<FraudJudgement> {
      const { kitToken, press } = openSeal(visitor.token);
      const { kit, reasons } = tokens.read('guard', kitToken, visitor, clock.now());
      if (!kit) return { kitId: undefined, reasons, suspicions: [], evidence: {} };
      const evidence: FraudEvidence = { age: kit.age };
      if (press.outcome !== 'sealed')
        return {
          kitId: kit.id,
          reasons: [...reasons, REASON_WITHOUT_EVIDENCE[press.outcome]],
          suspicions: [],
          evidence,
        };

      const found = press.evidence;
      const against: FraudReason[] = [...reasons, ...reasonsOf(found)];
      if (isImpossible(found, kit.age)) against.push('forged');
      const suspicions = suspicionsOf(found, visitor);
      if (against.length === 0 && areEnough(suspicions)) against.push(...suspicions);
      return {
        kitId: kit.id,
        reasons: against,
        suspicions,
        evidence: { ...evidence, ...summarise(found) },
      };
    },

    scriptHashes: () => [GUARD_SCRIPT_HASH],
    cspSources: () => ({ 'script-src': [`'${GUARD_SCRIPT_HASH}'`], 'connect-src': [] }),
  };
}

const REASON_WITHOUT_EVIDENCE = {
  none: 'no_press',
  malformed: 'malformed',
  forged: 'forged',
} as const satisfies Record<Exclude<ReadEvidence['outcome'], 'sealed'>, FraudReason>;
