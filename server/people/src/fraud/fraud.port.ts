/**
 * The port of fraud protection: did a person who saw the button want this subscription?
 * `kit` issues a kit for a transaction. The page runs the kit's script and sends the token back as
 * `evina_token` when the visitor presses Accept. `judge` then answers once for each kit. Only this
 * folder knows which provider judged.
 */
import { AppError } from '@bonisa/kit/http/app-error';

/**
 * `off`: no press is judged. `observe`: a press is judged and recorded, and passes. `enforce`: a
 * failing verdict blocks.
 */
export type FraudMode = 'off' | 'observe' | 'enforce';

/**
 * `guard`: our embedded provider. `evina`: the DCBprotect service. `form`: no provider, but the
 * rules for a form that a browser without scripts sent.
 */
export type FraudProvider = 'guard' | 'evina' | 'form';

/**
 * Why a verdict fails. The first group is about the token, the second about the press, the third
 * comes from Evina. `automation`, `too_fast`, `no_trace`, `webview` and `agent_inconsistent` are
 * suspicions: each is recorded, and one alone never fails a press (see `guard/guard.judgement.ts`).
 */
export type FraudReason =
  | 'missing'
  | 'malformed'
  | 'forged'
  | 'unknown_key'
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
  | 'other_code'
  | 'too_soon'
  | FraudSuspicion
  | EvinaReason;

/** A sign that many honest presses show too. Two suspicions of different causes fail a press. */
export type FraudSuspicion =
  | 'automation'
  | 'agent_inconsistent'
  | 'too_fast'
  | 'no_trace'
  | 'webview';

/** Evina's fraud classes 2100 to 2800, an unknown class, and a missing answer. */
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

/** The sender of a request. */
export interface FraudVisitor {
  /** The page's id of this run through the sign-up flow. */
  readonly transactionId: string;
  /** The id of the anonymous visitor, from identity. */
  readonly visitorId: string;
  /** The network address. It is stored with the verdict as evidence and never judged alone. */
  readonly address: string;
  /** The header `user-agent`; '' when it is absent. */
  readonly userAgent: string;
  /** The header `x-requested-with`. An Android web view sends the package name of its app in it. */
  readonly requestedWith?: string | undefined;
}

/** The data that the page needs to have a press judged. */
export interface FraudKit {
  /** The script that the page runs; '' for none. */
  readonly script: string;
  /** The page returns it as `evina_token` with the press. */
  readonly token: string;
  /** How the page runs the script under its content security policy. */
  readonly run: 'inline' | 'blob';
}

/** Named facts about the press for the consent record. No phone number, no secret and no token. */
export type FraudEvidence = Readonly<Record<string, string | number | boolean | null>>;

export interface FraudVerdict {
  /**
   * The id of the row in `fraud_verdicts`. Undefined when nothing is recorded: in mode `off`, and
   * above the budget of a network.
   */
  readonly id: string | undefined;
  readonly decision: 'pass' | 'fail';
  readonly provider: FraudProvider;
  readonly mode: FraudMode;
  /** Why the press failed; empty for a pass. */
  readonly reasons: readonly FraudReason[];
  /** Suspicions that were not enough to fail the press. */
  readonly suspicions: readonly FraudSuspicion[];
  readonly evidence: FraudEvidence;
}

/** The decision for the flow: `allowed` combines the verdict with the mode. */
export interface FraudRuling {
  readonly allowed: boolean;
  readonly verdict: FraudVerdict;
}

export interface FraudProtection {
  /**
   * Issues a kit for one transaction of one visitor.
   * @throws {FraudUnavailableError} when the provider gives none and the policy is closed (row X7)
   */
  kit(visitor: FraudVisitor): Promise<FraudKit>;

  /**
   * Judges a press, once for each kit: a second use of a token fails as `replay`, also in another
   * process. A caller must therefore answer a repeated request from its own records before it
   * judges again. `token` is the page's `evina_token`. Client input never makes it throw.
   */
  judge(visitor: FraudVisitor & { readonly token: string | undefined }): Promise<FraudRuling>;

  /**
   * Issues the token of a page without a script, which asks for Accept of the code `challengeId`:
   * signed, for one press, of this visitor, browser and transaction.
   */
  formToken(visitor: FraudVisitor, challengeId: string): string;

  /**
   * Judges a press of Accept in a form without a script, as {@link judge} does. `challengeId`: the
   * newest code of the attempt, which the page must have been made for.
   */
  judgeForm(
    visitor: FraudVisitor & { readonly token: string | undefined; readonly challengeId: string },
  ): Promise<FraudRuling>;

  /** `sha256-…` of each constant script, without quotes, for `script-src` of the flow's pages. */
  scriptHashes(): readonly string[];

  /**
   * The sources that the content security policy of the flow's pages must allow, in the policy's
   * syntax. Includes {@link scriptHashes}.
   */
  cspSources(): CspSources;
}

/** Sources by directive, for example `'sha256-…'` (quoted) or `blob:`. */
export interface CspSources {
  readonly 'script-src': readonly string[];
  readonly 'connect-src': readonly string[];
}

/** The provider gave no kit. The visitor reads this description (row X7). */
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

/** A provider's judgement of one token. The service records it and applies the mode. */
export interface FraudJudgement {
  /**
   * The kit that the token belongs to; undefined for an invalid token. This judgement uses the kit
   * up.
   */
  readonly kitId: string | undefined;
  readonly reasons: readonly FraudReason[];
  readonly suspicions: readonly FraudSuspicion[];
  readonly evidence: FraudEvidence;
}

/** One provider. It has no state: the service's table enforces single use. */
export interface FraudAdapter {
  readonly provider: FraudProvider;
  kit(visitor: FraudVisitor): Promise<FraudKit>;
  judge(visitor: FraudVisitor & { readonly token: string }): Promise<FraudJudgement>;
  scriptHashes(): readonly string[];
  cspSources(): CspSources;
}
