/**
 * What the rest of the product asks of fraud protection: was this subscription wanted by a person
 * who saw the button?
 *
 * The flow: `kit` for a transaction, the page runs its script and hands the token back as
 * `evina_token` with the press of Accept, `judge` answers once for each kit. Nobody outside this
 * folder knows which provider judged.
 */
import { AppError } from '../platform/http/app-error.ts';

/**
 * `off`: nobody is judged. `observe`: judged and recorded, let through. `enforce`: a failing
 * verdict blocks.
 */
export type FraudMode = 'off' | 'observe' | 'enforce';

/** `guard`: our own, embedded. `evina`: the DCBprotect service. */
export type FraudProvider = 'guard' | 'evina';

/**
 * Why a verdict fails. The first group is about the token, the second about the press, the third
 * comes from Evina. `automation`, `too_fast`, `no_trace`, `webview` and `agent_inconsistent` are
 * suspicions: each is recorded, none is ever a reason alone (see `guard/guard.judgement.ts`).
 */
export type FraudReason =
  | 'missing'
  | 'malformed'
  | 'forged'
  | 'expired'
  | 'foreign_transaction'
  | 'foreign_visitor'
  | 'agent_mismatch'
  | 'replay'
  | 'no_press'
  | 'untrusted_event'
  | 'framed'
  | 'hidden'
  | 'covered'
  | FraudSuspicion
  | EvinaReason;

/** A sign that many honest presses share; it takes two of different kinds to fail. */
export type FraudSuspicion =
  | 'automation'
  | 'agent_inconsistent'
  | 'too_fast'
  | 'no_trace'
  | 'webview';

/** Evina's fraud classes 2100 to 2800, an answer without a class, and no answer. */
export type EvinaReason =
  | 'code_injection'
  | 'malicious_app'
  | 'clickjacking'
  | 'spoofing'
  | 'remote_control'
  | 'evina_replay'
  | 'evina_bypass'
  | 'evina_fraud'
  | 'provider_unavailable';

/** Who is at the other end of a request. */
export interface FraudVisitor {
  /** The page's id of this run through the flow. */
  readonly transactionId: string;
  /** The anonymous visitor's id (identity). */
  readonly visitorId: string;
  /**
   * The network address; kept with the verdict as part of the consent's evidence, never judged
   * alone.
   */
  readonly address: string;
  /** The header `user-agent`; '' where there was none. */
  readonly userAgent: string;
  /**
   * The header `x-requested-with`, where there was one: an Android web view writes the package name
   * of its app.
   */
  readonly requestedWith?: string | undefined;
}

/** What the page needs to have a press judged. */
export interface FraudKit {
  /** Run by the page; '' where there is none to run. */
  readonly script: string;
  /** Goes back as `evina_token` after the press. */
  readonly token: string;
  /** How the page's policy lets the script run. */
  readonly run: 'inline' | 'blob';
}

/**
 * Small named facts about the press, kept with the consent record; no number, no secret, no token.
 */
export type FraudEvidence = Readonly<Record<string, string | number | boolean | null>>;

export interface FraudVerdict {
  /**
   * The id of the row in `fraud_verdicts`; undefined where nothing is recorded: in mode `off`, and
   * over the budget of a network.
   */
  readonly id: string | undefined;
  readonly decision: 'pass' | 'fail';
  readonly provider: FraudProvider;
  readonly mode: FraudMode;
  /** Why it failed; empty for a pass. */
  readonly reasons: readonly FraudReason[];
  /** What was noticed and was not enough. */
  readonly suspicions: readonly FraudSuspicion[];
  readonly evidence: FraudEvidence;
}

/** What the flow acts on: `allowed` is the verdict in the light of the mode. */
export interface FraudRuling {
  readonly allowed: boolean;
  readonly verdict: FraudVerdict;
}

export interface FraudProtection {
  /**
   * A kit for one transaction of one visitor.
   * @throws {FraudUnavailableError} where the provider gives none and the policy does not let the
   * visitor through (row X7)
   */
  kit(visitor: FraudVisitor): Promise<FraudKit>;

  /**
   * The verdict on a press. Once for each kit: a second use of a token fails as `replay`, also in
   * another process. So a request that is repeated after a lost answer has to be answered from what
   * is known before it is judged again. `token` is what the page sent as `evina_token`. Never
   * throws for what a client sent.
   */
  judge(visitor: FraudVisitor & { readonly token: string | undefined }): Promise<FraudRuling>;

  /**
   * `sha256-…` of each constant script text, without quotes, for `script-src` of the flow's pages.
   */
  scriptHashes(): readonly string[];

  /**
   * What the flow's pages have to allow in their content security policy, written as it stands
   * there. Includes {@link scriptHashes}.
   */
  cspSources(): CspSources;
}

/** Sources by directive, for example `'sha256-…'` (quoted) or `blob:`. */
export interface CspSources {
  readonly 'script-src': readonly string[];
  readonly 'connect-src': readonly string[];
}

/** The provider gave no kit (row X7: its description is what the visitor reads). */
export class FraudUnavailableError extends AppError {
  constructor(cause?: unknown) {
    super(
      'fraud_unavailable',
      'We cannot check this order safely right now. Please try again in a minute.',
      { cause, retryAfter: 60 },
    );
    this.name = 'FraudUnavailableError';
  }
}

/** What a provider answers about one token. The service records it and applies the mode. */
export interface FraudJudgement {
  /**
   * The kit that the token proves to come from; undefined where it proves nothing. Used up by this
   * judgement.
   */
  readonly kitId: string | undefined;
  readonly reasons: readonly FraudReason[];
  readonly suspicions: readonly FraudSuspicion[];
  readonly evidence: FraudEvidence;
}

/** One provider. It keeps nothing: single use is held by the service's table. */
export interface FraudAdapter {
  readonly provider: FraudProvider;
  kit(visitor: FraudVisitor): Promise<FraudKit>;
  judge(visitor: FraudVisitor & { readonly token: string }): Promise<FraudJudgement>;
  scriptHashes(): readonly string[];
  cspSources(): CspSources;
}
