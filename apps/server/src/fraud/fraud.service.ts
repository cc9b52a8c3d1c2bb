import type { Clock } from '../platform/clock.ts';
import type { FraudAdapter, FraudJudgement, FraudMode, FraudProtection, FraudRuling, FraudVerdict, FraudVisitor } from './fraud.port.ts';
import type { FraudRepository } from './fraud.repository.ts';
import { MAX_TOKEN_LENGTH } from './kit-token.ts';

export interface FraudServiceOptions {
  readonly adapter: FraudAdapter;
  readonly mode: FraudMode;
  readonly repository: FraudRepository;
  readonly clock: Clock;
  /** A fresh id for each verdict (UUID). */
  readonly newId: () => string;
}

/** Fraud protection of one provider in one mode: asks the provider, records the verdict, holds each kit to one use. */
export function createFraudService({ adapter, mode, repository, clock, newId }: FraudServiceOptions): FraudProtection {
  async function ask(visitor: FraudVisitor, token: string | undefined): Promise<FraudJudgement> {
    if (!token) return nothingProven('missing');
    if (token.length > MAX_TOKEN_LENGTH) return nothingProven('malformed');
    return await adapter.judge({ ...visitor, token });
  }

  async function record(visitor: FraudVisitor, judgement: FraudJudgement): Promise<FraudVerdict> {
    const verdict = toVerdict(judgement);
    const row = { ...verdict, kitId: judgement.kitId ?? null, transactionId: visitor.transactionId, address: visitor.address, at: clock.now() };
    if (await repository.record(row)) return verdict;
    const replay = toVerdict({ ...judgement, reasons: ['replay', ...judgement.reasons], evidence: { ...judgement.evidence, kit: row.kitId } });
    await repository.record({ ...row, ...replay, kitId: null });
    return replay;
  }

  const toVerdict = ({ reasons, suspicions, evidence }: FraudJudgement) => ({
    id: newId(),
    decision: reasons.length > 0 ? ('fail' as const) : ('pass' as const),
    provider: adapter.provider,
    mode,
    reasons,
    suspicions,
    evidence,
  });

  return {
    kit: (visitor) => adapter.kit(visitor),

    async judge(visitor): Promise<FraudRuling> {
      if (mode === 'off') {
        return {
          allowed: true,
          verdict: { id: undefined, decision: 'pass', provider: adapter.provider, mode, reasons: [], suspicions: [], evidence: {} },
        };
      }
      const verdict = await record(visitor, await ask(visitor, visitor.token));
      return { allowed: verdict.decision === 'pass' || mode === 'observe', verdict };
    },

    scriptHashes: () => adapter.scriptHashes(),
    cspSources: () => adapter.cspSources(),
  };
}

function nothingProven(reason: 'missing' | 'malformed'): FraudJudgement {
  return { kitId: undefined, reasons: [reason], suspicions: [], evidence: {} };
}
