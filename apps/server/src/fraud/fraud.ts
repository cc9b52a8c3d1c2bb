import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createNetworkBudget } from '../platform/http/network-budget.ts';
import { createEvina, type EvinaProblem } from './evina/evina.adapter.ts';
import type { FraudAdapter, FraudMode, FraudProtection, FraudProvider } from './fraud.port.ts';
import { createFraudRepository } from './fraud.repository.ts';
import { createFraudService } from './fraud.service.ts';
import { createGuard } from './guard/guard.adapter.ts';
import { createKitTokens } from './kit-token.ts';

export interface FraudOptions {
  readonly config: {
    readonly mode: FraudMode;
    readonly provider: FraudProvider;
    readonly evina: {
      readonly url: string | undefined;
      readonly username: string | undefined;
      readonly secret: string | undefined;
      readonly onTimeout: 'open' | 'closed';
    };
  };
  /** Signs the kits; 32 bytes of this purpose only. */
  readonly secret: Uint8Array;
  readonly db: Database;
  readonly clock: Clock;
  /** A fresh UUID. */
  readonly newId: () => string;
  /** Told when the provider gave no answer; for the log and the alarm. */
  readonly onProblem: (problem: EvinaProblem) => void;
  /** Whether limits by network are on. */
  readonly limits?: boolean;
  readonly onNotWritten?: () => void;
}

/**
 * Verdicts on presses without a kit of their own, of one network: an hour of them leaves 420 rows.
 */
const WITHOUT_KIT = { burst: 60, perSecond: 0.1 } as const;

/**
 * Fraud protection as configured. In mode `off` the kits are the guard's whatever the provider:
 * nobody else is asked.
 */
export function createFraud(options: FraudOptions): FraudProtection {
  const { config, db, clock, newId, limits = false, onNotWritten } = options;
  return createFraudService({
    adapter: chooseAdapter(options),
    mode: config.mode,
    repository: createFraudRepository(db),
    clock,
    newId,
    budget: limits ? createNetworkBudget({ ...WITHOUT_KIT, clock }) : undefined,
    onNotWritten,
  });
}

function chooseAdapter({ config, secret, clock, newId, onProblem }: FraudOptions): FraudAdapter {
  const tokens = createKitTokens(secret);
  if (config.provider === 'guard' || config.mode === 'off')
    return createGuard({ tokens, clock, newId });
  const { url, username, secret: evinaSecret, onTimeout } = config.evina;
  if (!url || !username || !evinaSecret)
    throw new Error(
      'EVINA_URL, EVINA_USERNAME, EVINA_SECRET: must be set with FRAUD_PROVIDER=evina',
    );
  const kitOnTimeout = config.mode === 'observe' ? 'open' : onTimeout;
  return createEvina({
    url,
    username,
    secret: evinaSecret,
    tokens,
    clock,
    newId,
    onTimeout,
    kitOnTimeout,
    onProblem,
  });
}
