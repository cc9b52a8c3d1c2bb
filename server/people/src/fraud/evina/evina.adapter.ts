import { ACCEPT_SELECTOR } from '@bonisa/contract/guard-page';
import type { Clock } from '@bonisa/kit/clock/clock';
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

/** A failed call of the vendor, for the log. Contains nothing about the visitor. */
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
  /** Policy when a check gets no answer: `open` lets the visitor through, `closed` refuses. */
  readonly onTimeout: 'open' | 'closed';
  /**
   * Policy when the vendor gives no script: `open` continues without a script, `closed` fails the
   * call (row X7).
   */
  readonly kitOnTimeout: 'open' | 'closed';
  readonly onProblem: (problem: EvinaProblem) => void;
  /** The account's signature method, where it differs from {@link hmacSign}. */
  readonly sign?: EvinaSign;
  /** Time limit of a call in milliseconds, where it is not the usual one. */
  readonly timeoutMs?: number | undefined;
}

const AUTHENTIC = 1000;

/** The vendor's fraud classes. A code belongs to the class of its hundred: 2593 belongs to 2500. */
const CLASSES: Readonly<Record<number, EvinaReason>> = {
  2100: 'code_injection',
  2200: 'malicious_app',
  2300: 'clickjacking',
  2400: 'spoofing',
  2500: 'remote_control',
  2700: 'evina_replay',
  2800: 'evina_bypass',
};

/** Marks a token of a kit that was issued without a script, because the vendor gave none. */
const WITHOUT_SCRIPT = 'without-script';

/**
 * DCBprotect by Evina: its script watches the button in the page and its check judges the
 * transaction. The vendor wants a new transaction id for each script and one transaction may need
 * several kits, so the vendor gets our kit's id. The page returns our own token, which binds the
 * vendor's transaction to our visitor.
 */
export function createEvina(options: EvinaOptions): FraudAdapter {
  const { tokens, clock, newId, onTimeout, kitOnTimeout, onProblem } = options;
  const client = createEvinaClient({
    url: options.url,
    username: options.username,
    sign: options.sign ?? hmacSign(options.secret),
    timeoutMs: options.timeoutMs,
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
          reasons: reasonsWithoutAnswer(onTimeout),
          evidence: { age: kit.age, answer: WITHOUT_SCRIPT },
        };
      const answer = await check(kit.id);
      const found =
        typeof answer === 'number' ? reasonsOf(answer) : reasonsWithoutAnswer(onTimeout);
      return { ...base, reasons: found, evidence: { age: kit.age, answer } };
    },

    scriptHashes: () => [],
    // The script differs for each transaction, so no hash can name it. The script calls these
    // hosts.
    cspSources: () => ({
      'script-src': ['blob:'],
      'connect-src': ['https://*.dcbprotect.com', 'wss://*.dcbprotect.com:8080'],
    }),
  };

  /** The vendor's code, or the reason why there is no answer. */
  async function check(kitId: string): Promise<number | string> {
    try {
      return await client.check(kitId, clock.now());
    } catch (error) {
      if (!(error instanceof EvinaUnavailableError)) throw error;
      onProblem({ operation: error.operation, reason: error.reason });
      return error.reason;
    }
  }
}

function reasonsWithoutAnswer(policy: 'open' | 'closed'): EvinaReason[] {
  return policy === 'open' ? [] : ['provider_unavailable'];
}

function reasonsOf(code: number): EvinaReason[] {
  if (code === AUTHENTIC) return [];
  return [CLASSES[Math.floor(code / 100) * 100] ?? 'evina_fraud'];
}
