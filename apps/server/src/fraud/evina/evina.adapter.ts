import { ACCEPT_SELECTOR } from '@bonisa/contract/guard-page';
import type { Clock } from '../../platform/clock.ts';
import {
  type EvinaReason,
  type FraudAdapter,
  type FraudJudgement,
  FraudUnavailableError,
} from '../fraud.port.ts';
import type { KitTokens } from '../kit-token.ts';
import {
  createEvinaClient,
  type EvinaSign,
  EvinaUnavailableError,
  hmacSign,
} from './evina.client.ts';

/** No answer of the vendor, for the log: nothing of the visitor is in it. */
export interface EvinaProblem {
  readonly operation: 'script' | 'check';
  readonly reason: string;
}

export interface EvinaOptions {
  readonly url: string;
  readonly username: string;
  readonly secret: string;
  readonly tokens: KitTokens;
  readonly clock: Clock;
  readonly newId: () => string;
  /** What no answer to a check means: `open` lets the visitor through, `closed` refuses. */
  readonly onTimeout: 'open' | 'closed';
  /** What no script means: `open` goes on without one, `closed` fails the call (row X7). */
  readonly kitOnTimeout: 'open' | 'closed';
  readonly onProblem: (problem: EvinaProblem) => void;
  /** The account's signature where it is not {@link hmacSign}'s. */
  readonly sign?: EvinaSign;
}

const AUTHENTIC = 1000;

/** The vendor's classes of fraud; a code belongs to the class of its hundred (2593 is of 2500). */
const CLASSES: Readonly<Record<number, EvinaReason>> = {
  2100: 'code_injection',
  2200: 'malicious_app',
  2300: 'clickjacking',
  2400: 'spoofing',
  2500: 'remote_control',
  2700: 'evina_replay',
  2800: 'evina_bypass',
};

/** In a token: this kit was handed out without a script, since the vendor gave none. */
const WITHOUT_SCRIPT = 'without-script';

/**
 * DCBprotect by Evina: its script watches the button in the page, its check judges the transaction.
 * The vendor's transaction id is our kit's id, since it wants a new one for each script and a
 * transaction may need several kits. What the page sends back is a token of ours, which ties the
 * vendor's transaction to our visitor.
 */
export function createEvina(options: EvinaOptions): FraudAdapter {
  const { tokens, clock, newId, onTimeout, kitOnTimeout, onProblem } = options;
  const client = createEvinaClient({
    url: options.url,
    username: options.username,
    sign: options.sign ?? hmacSign(options.secret),
  });

  return {
    provider: 'evina',

    async kit(visitor) {
      const id = newId();
      const now = clock.now();
      try {
        const { s } = await client.script(id, ACCEPT_SELECTOR, now);
        return { script: s, token: tokens.issue('evina', id, visitor, now), run: 'blob' };
      } catch (error) {
        if (!(error instanceof EvinaUnavailableError)) throw error;
        onProblem({ operation: error.operation, reason: error.reason });
        if (kitOnTimeout === 'closed') throw new FraudUnavailableError(error);
        return {
          script: '',
          token: tokens.issue('evina', id, visitor, now, WITHOUT_SCRIPT),
          run: 'blob',
        };
      }
    },

    async judge(visitor): Promise<FraudJudgement> {
      const { kit, reasons } = tokens.read('evina', visitor.token, visitor, clock.now());
      if (!kit) return { kitId: undefined, reasons, suspicions: [], evidence: {} };
      const base = { kitId: kit.id, suspicions: [] };
      if (reasons.length > 0) return { ...base, reasons, evidence: { age: kit.age } };
      if (kit.extra === WITHOUT_SCRIPT)
        return {
          ...base,
          reasons: unanswered(onTimeout),
          evidence: { age: kit.age, answer: WITHOUT_SCRIPT },
        };
      const answer = await ask(kit.id);
      const found = typeof answer === 'number' ? reasonsOf(answer) : unanswered(onTimeout);
      return { ...base, reasons: found, evidence: { age: kit.age, answer } };
    },

    scriptHashes: () => [],
    // The script differs for each transaction, so no hash can name it; its own calls go to these
    // hosts.
    cspSources: () => ({
      'script-src': ['blob:'],
      'connect-src': ['https://*.dcbprotect.com', 'wss://*.dcbprotect.com:8080'],
    }),
  };

  /** The vendor's code, or why there is none. */
  async function ask(kitId: string): Promise<number | string> {
    try {
      return await client.check(kitId, clock.now());
    } catch (error) {
      if (!(error instanceof EvinaUnavailableError)) throw error;
      onProblem({ operation: error.operation, reason: error.reason });
      return error.reason;
    }
  }
}

function unanswered(policy: 'open' | 'closed'): EvinaReason[] {
  return policy === 'open' ? [] : ['provider_unavailable'];
}

function reasonsOf(code: number): EvinaReason[] {
  if (code === AUTHENTIC) return [];
  return [CLASSES[Math.floor(code / 100) * 100] ?? 'evina_fraud'];
}
