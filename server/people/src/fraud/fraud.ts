import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { createNetworkBudget } from '@bonisa/kit/http/network-budget';
import type { NewId } from '@bonisa/kit/ids';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { TableLimits } from '@bonisa/kit/table-limits.config';
import type { Logger } from 'pino';
import { createEvina } from './evina/evina.adapter.ts';
import { createFormRules } from './form.ts';
import type {
  FraudAdapter,
  FraudMode,
  FraudProtection,
  FraudProvider,
  FraudRuling,
} from './fraud.port.ts';
import { createFraudRepository } from './fraud.repository.ts';
import { createFraudService } from './fraud.service.ts';
import { createFraudRetention } from './fraud-retention.service.ts';
import { createGuard } from './guard/guard.adapter.ts';
import { createKitTokens, type KitTokens } from './kit-token.ts';

export interface FraudDependencies {
  readonly config: {
    readonly tableLimits: Pick<TableLimits, 'fraudVerdicts'>;
    /** Whether limits by network address are on. */
    readonly limits: boolean;
    readonly fraud: {
      readonly mode: FraudMode;
      readonly provider: Exclude<FraudProvider, 'form'>;
      readonly evina: {
        readonly url: string | undefined;
        readonly username: string | undefined;
        readonly secret: string | undefined;
        readonly onTimeout: 'open' | 'closed';
      };
    };
  };
  readonly secrets: Pick<Secrets, 'key'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'rowsNotWritten' | 'verdicts'>;
}

export type Fraud = ReturnType<typeof createFraud>;

/**
 * Verdicts on presses without a kit of their own, of one network: an hour of them leaves 420 rows.
 */
const WITHOUT_KIT = { burst: 60, perSecond: 0.1 } as const;

/**
 * Builds fraud protection as it is configured, with its verdicts counted. In mode `off` the kits
 * are the guard's, whatever the provider: no provider is asked.
 */
export function createFraud(dependencies: FraudDependencies) {
  const { config, db, clock, newId, metrics } = dependencies;
  const tokens = createKitTokens(dependencies.secrets.key('fraud'));
  const repository = createFraudRepository(db);
  const service = createFraudService({
    adapter: chooseAdapter(dependencies, tokens),
    form: createFormRules({ tokens, clock, newId }),
    mode: config.fraud.mode,
    repository,
    clock,
    newId,
    budget: config.limits ? createNetworkBudget({ ...WITHOUT_KIT, clock }) : undefined,
    onNotWritten: () => metrics.rowsNotWritten.inc({ table: 'fraud_verdicts' }),
  });
  const counted = async (pendingRuling: Promise<FraudRuling>): Promise<FraudRuling> => {
    const ruling = await pendingRuling;
    metrics.verdicts.inc({ decision: ruling.verdict.decision, mode: ruling.verdict.mode });
    return ruling;
  };
  return {
    ...service,
    judge: (visitor: Parameters<FraudProtection['judge']>[0]) => counted(service.judge(visitor)),
    judgeForm: (visitor: Parameters<FraudProtection['judgeForm']>[0]) =>
      counted(service.judgeForm(visitor)),
    purge: createFraudRetention({
      repository,
      maxRows: config.tableLimits.fraudVerdicts,
      clock,
    }).purge,
  } satisfies FraudProtection & { purge: () => Promise<void> };
}

function chooseAdapter(
  { config, clock, newId, logger }: FraudDependencies,
  tokens: KitTokens,
): FraudAdapter {
  const { mode, provider, evina } = config.fraud;
  if (provider === 'guard' || mode === 'off') return createGuard({ tokens, clock, newId });
  const { url, username, secret: evinaSecret, onTimeout } = evina;
  if (!url || !username || !evinaSecret)
    throw new Error(
      'EVINA_URL, EVINA_USERNAME, EVINA_SECRET: must be set with FRAUD_PROVIDER=evina',
    );
  const kitOnTimeout = mode === 'observe' ? 'open' : onTimeout;
  return createEvina({
    url,
    username,
    secret: evinaSecret,
    tokens,
    clock,
    newId,
    onTimeout,
    kitOnTimeout,
    onProblem: (problem) => logger.warn({ problem }, 'the fraud provider gave no answer'),
  });
}
