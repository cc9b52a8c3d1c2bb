import type { Clock } from '@bonisa/kit/clock/clock';
import type { FraudJudgement, FraudReason, FraudVisitor } from './fraud.port.ts';
import type { KitTokens } from './kit-token.ts';

/**
 * Milliseconds before which nobody has read the price, found the SMS and typed four digits. A
 * wrong code is answered by a new page, which counts anew.
 */
const SOONEST = 3_000;

/** Each verdict says it, in every mode: the consent record holds the verdict. */
export const WITHOUT_SCRIPT = { without_script: true } as const;

export interface FormRulesOptions {
  readonly tokens: KitTokens;
  readonly clock: Clock;
  /** A fresh id for each page. */
  readonly newId: () => string;
}

/**
 * The rules for a press in a form without a script. No browser says anything about the press here,
 * so they ask only what the server itself knows: that it made this page for this visitor, browser
 * and code, when it did, and, by the single use of a kit, that nobody pressed in it before.
 */
export function createFormRules({ tokens, clock, newId }: FormRulesOptions) {
  return {
    token: (visitor: FraudVisitor, challengeId: string): string =>
      tokens.issue('form', newId(), visitor, clock.now(), challengeId),

    judge: (
      visitor: FraudVisitor & { readonly token: string; readonly challengeId: string },
    ): FraudJudgement => {
      const { kit, reasons } = tokens.read('form', visitor.token, visitor, clock.now());
      if (!kit) return { kitId: undefined, reasons, suspicions: [], evidence: {} };
      const against: FraudReason[] = [...reasons];
      if (kit.extra !== visitor.challengeId) against.push('other_code');
      if (kit.age < SOONEST) against.push('too_soon');
      return {
        kitId: kit.id,
        reasons: against,
        suspicions: [],
        evidence: { age: kit.age },
      };
    },
  };
}

export type FormRules = ReturnType<typeof createFormRules>;
