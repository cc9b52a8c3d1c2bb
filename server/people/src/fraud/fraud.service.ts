import type { Clock } from '@bonisa/kit/clock/clock';
import type { NetworkBudget } from '@bonisa/kit/http/network-budget';
import { type FormRules, WITHOUT_SCRIPT } from './form.ts';
import type {
  FraudAdapter,
  FraudEvidence,
  FraudJudgement,
  FraudMode,
  FraudProtection,
  FraudProvider,
  FraudRuling,
  FraudVerdict,
  FraudVisitor,
} from './fraud.port.ts';
import type { FraudRepository } from './fraud.repository.ts';
import { MAX_TOKEN_LENGTH } from './kit-token.ts';

/** Length of the longest IPv6 address with a zone. A trusted proxy may pass on any text. */
const LONGEST_ADDRESS = 64;

export interface FraudServiceOptions {
  readonly adapter: FraudAdapter;
  readonly form: FormRules;
  readonly mode: FraudMode;
  readonly repository: Pick<FraudRepository, 'record'>;
  readonly clock: Clock;
  /** A fresh id for each verdict (UUID). */
  readonly newId: () => string;
  /** Limits the verdicts without a kit that are written for each network; `undefined`: no limit. */
  readonly budget?: NetworkBudget | undefined;
  /** Called for a verdict that was not written because its network has used up its budget. */
  readonly onNotWritten?: (() => void) | undefined;
}

/**
 * Fraud protection with one provider in one mode: asks the provider, records the verdict and limits
 * each kit to one use.
 */
export function createFraudService({
  adapter,
  form,
  mode,
  repository,
  clock,
  newId,
  budget,
  onNotWritten,
}: FraudServiceOptions): FraudProtection {
  /** What a token proves, by the provider that made it. */
  async function ask(
    token: string | undefined,
    judge: (token: string) => FraudJudgement | Promise<FraudJudgement>,
  ): Promise<FraudJudgement> {
    if (!token) return nothingProven('missing');
    if (token.length > MAX_TOKEN_LENGTH) return nothingProven('malformed');
    return await judge(token);
  }

  async function record(
    provider: FraudProvider,
    visitor: FraudVisitor,
    judgement: FraudJudgement,
  ): Promise<FraudVerdict> {
    const verdict = toVerdict(provider, judgement);
    if (judgement.kitId === undefined && isTooMuch(visitor)) return { ...verdict, id: undefined };
    const row = {
      ...verdict,
      kitId: judgement.kitId ?? null,
      transactionId: visitor.transactionId,
      address: visitor.address.slice(0, LONGEST_ADDRESS),
      at: clock.now(),
    };
    if (await repository.record(row)) return verdict;
    const replay = toVerdict(provider, {
      ...judgement,
      reasons: ['replay', ...judgement.reasons],
      evidence: { ...judgement.evidence, kit: row.kitId },
    });
    if (isTooMuch(visitor)) return { ...replay, id: undefined };
    await repository.record({ ...row, ...replay, kitId: null });
    return replay;
  }

  /**
   * Whether the network's budget for verdicts without a kit is used up. A row with a kit is always
   * written, because it enforces the kit's single use; a row without one costs its sender nothing.
   */
  function isTooMuch({ address }: FraudVisitor): boolean {
    if (!budget || budget.take(address)) return false;
    onNotWritten?.();
    return true;
  }

  const toVerdict = (
    provider: FraudProvider,
    { reasons, suspicions, evidence }: FraudJudgement,
  ) => ({
    id: newId(),
    decision: reasons.length > 0 ? ('fail' as const) : ('pass' as const),
    provider,
    mode,
    reasons,
    suspicions,
    evidence,
  });

  /** In mode `off` nothing is asked and nothing recorded. */
  async function rule(
    provider: FraudProvider,
    visitor: FraudVisitor,
    judge: () => Promise<FraudJudgement>,
    always: FraudEvidence = {},
  ): Promise<FraudRuling> {
    if (mode === 'off') {
      const verdict = {
        id: undefined,
        decision: 'pass',
        provider,
        mode,
        reasons: [],
        suspicions: [],
        evidence: always,
      } as const;
      return { allowed: true, verdict };
    }
    const judgement = await judge();
    const evidence = { ...always, ...judgement.evidence };
    const verdict = await record(provider, visitor, { ...judgement, evidence });
    return { allowed: verdict.decision === 'pass' || mode === 'observe', verdict };
  }

  return {
    kit: (visitor) => adapter.kit(visitor),
    judge: (visitor) =>
      rule(adapter.provider, visitor, () =>
        ask(visitor.token, (token) => adapter.judge({ ...visitor, token })),
      ),
    formToken: form.token,
    judgeForm: (visitor) =>
      rule(
        'form',
        visitor,
        () => ask(visitor.token, (token) => form.judge({ ...visitor, token })),
        WITHOUT_SCRIPT,
      ),
    scriptHashes: () => adapter.scriptHashes(),
    cspSources: () => adapter.cspSources(),
  };
}

function nothingProven(reason: 'missing' | 'malformed'): FraudJudgement {
  return { kitId: undefined, reasons: [reason], suspicions: [], evidence: {} };
}
