/**
 * The one place that reads a carrier's free text. CAMARA has no code for 'too little airtime': only
 * a sentence for people has the reason of a business denial, and the same is true of
 * 'clientCorrelator already exist'.
 */
import type { DenialReason } from '@bonisa/domain/money/charge';

/**
 * The carrier's answer: an error's HTTP status, code and message, or only a sentence (an event's
 * `denialReason`).
 */
export interface CarrierWords {
  status?: number;
  code?: string;
  message: string;
}

/** `already_submitted` is no denial: the carrier has seen this correlator or reference before. */
export type Classification = DenialReason | 'already_submitted';

const BY_CODE: Readonly<Record<string, Classification>> = {
  ALREADY_EXISTS: 'already_submitted',
  IDENTIFIER_NOT_FOUND: 'not_on_network',
  SERVICE_NOT_APPLICABLE: 'billing_blocked',
  'CARRIER_BILLING.UNAUTHORIZED_AMOUNT': 'spending_limit',
  'CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED': 'spending_limit',
};

const MONEY = '(?:air ?time|balance|funds?|credits?|money)';

/**
 * 'Insufficient permission' concerns our credentials and must not be shown to a viewer as too
 * little airtime.
 */
const ABOUT_RIGHTS =
  /insufficient (?:user |client )?(?:permissions?|privileges?|rights?|scopes?|credentials?|authori[sz]ation)/;

/**
 * Temporary reasons. `billing_blocked` and `not_on_network` end a subscription for good, so they
 * are recognised only without any of these words.
 */
const PASSES =
  /\btemporar|\bsuspen[ds]|\bdebts?\b|\barrears\b|\boverdue\b|\bunpaid\b|\bnon-?payment\b|\bpending\b|\blater\b|\bat (?:the|this) moment\b|\bcurrently\b/;

/** Names of content services, not of providers. */
const CONTENT =
  '(?:content|premium|third[- ]party|value[- ]added|wasp|vas|dcb|carrier billing)\\b(?! (?:providers?|partners?|id|type))';
const SWITCHED_OFF = '(?<!\\bnot )\\b(?:block(?:ed|s)?|barr(?:ed|ing)|disabled|switched off)\\b';
/** Both in one sentence. */
const BETWEEN = '[^.;:!?]{0,40}?';

/** First match wins; the order is part of the rule (a limit that causes a block is a limit). */
const BY_WORDS: ReadonlyArray<readonly [RegExp, DenialReason]> = [
  [/insufficient/, 'insufficient_airtime'],
  [
    new RegExp(`(?:not enough|too little|no|low|lack of|out of|exhausted) (?:\\w+ )?${MONEY}\\b`),
    'insufficient_airtime',
  ],
  [
    new RegExp(
      `${MONEY}(?: is| are)? (?:too low|low|not sufficient|not enough|exhausted|depleted)\\b`,
    ),
    'insufficient_airtime',
  ],
  [/below (?:the )?minimum(?: remaining)? balance/, 'insufficient_airtime'],
  [/\blimits?\b|\bthreshold\b|\bspend(?:ing)? cap\b|\bmaximum amount\b/, 'spending_limit'],
  [PASSES, 'refused'],
  [
    /not on (?:the |this |our )?network|unknown (?:subscriber|number|msisdn|customer)|(?:subscriber|number|msisdn|customer|phonenumber) (?:was )?not found|ported out|\bchurned\b/,
    'not_on_network',
  ],
  [new RegExp(`\\b${CONTENT}${BETWEEN}${SWITCHED_OFF}`), 'billing_blocked'],
  [new RegExp(`${SWITCHED_OFF}${BETWEEN}\\b${CONTENT}`), 'billing_blocked'],
  [/\bopted[ -]out\b/, 'billing_blocked'],
];

/**
 * The carrier has this correlator, reference or request already (CAMARA carrier-billing 0.5.0,
 * PaymentInvalid400: 'clientCorrelator already exist'). Recognised generously: looking up a payment
 * that does not exist costs a minute, treating an existing one as denied costs a second charge.
 */
const SUBMITTED_BEFORE =
  /\b(?:already|still) (?:been )?(?:exists?|used|in use|submitted|processed|received|known)\b|\b(?:exists?|used|submitted) already\b|\bduplicate|\bnot unique\b/;

export function isSubmittedBefore({ status, code, message }: CarrierWords): boolean {
  return (
    status === 409 ||
    ((status === 400 || code === 'INVALID_ARGUMENT') && SUBMITTED_BEFORE.test(plain(message)))
  );
}

function plain(message: string): string {
  return message.slice(0, 1000).toLowerCase().replace(/\s+/g, ' ');
}

/**
 * Classifies a carrier's denial. 'Already submitted' counts first, then codes, then words; case and
 * line breaks do not matter, and an unknown text is `refused`. Never throws.
 */
export function classifyDenial(words: CarrierWords): Classification {
  const text = plain(words.message);
  if (isSubmittedBefore(words)) return 'already_submitted';
  const byCode =
    words.code === undefined || !Object.hasOwn(BY_CODE, words.code)
      ? undefined
      : BY_CODE[words.code];
  if (byCode !== undefined) return byCode;
  // About the request, whatever it says of amounts and services.
  if (words.code === 'INVALID_ARGUMENT') return 'refused';
  if (ABOUT_RIGHTS.test(text)) return 'refused';
  return BY_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused';
}

/** The carrier's reason for a denied payment: classified, and cleaned for the audit. */
export function readDenial(sentence: string): { reason: DenialReason; detail: string } {
  const reason = classifyDenial({ message: sentence });
  // 'Already submitted' concerns a request, never an existing payment.
  return {
    reason: reason === 'already_submitted' ? 'refused' : reason,
    detail: auditDetail(sentence),
  };
}

/**
 * The carrier's sentence cleaned for the audit: at most 200 characters, without anything that could
 * be a phone number of any country. `withoutNumbers` of the log is narrower, because log lines have
 * amounts, times and ids of ours, which must stay.
 */
export function auditDetail(text: string): string {
  return text
    .replace(/\+?\d(?:[\s().-]{0,2}\d){6,}/g, '[number]')
    .slice(0, 200)
    .trim();
}
