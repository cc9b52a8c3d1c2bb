import type { FraudReason, FraudSuspicion, FraudVisitor } from '../fraud.port.ts';
import { CLOCK_SKEW } from '../kit-token.ts';
import { type AttemptEvidence, checksum } from './guard.evidence.ts';

/**
 * Sooner than this after the script started, in milliseconds, nobody's hand can have answered to
 * it.
 */
const TOO_FAST = 20;

/**
 * With a pointer the press lands on what is seen there, so half a button may be covered; a key
 * lands on the button wherever it is.
 */
const COVERED_FOR_POINTER = 0.5;

/**
 * The in-app browsers in which people follow links. Any other web view that shows a payment page is
 * worth a note.
 */
const KNOWN_APPS =
  /\b(FBAN|FBAV|FB_IAB|Instagram|WhatsApp|musical_ly|BytedanceWebview|Twitter|Snapchat|Pinterest|LinkedInApp|GSA)\b/;

/**
 * What the press itself says against it: each of these is enough, and no honest press shows any.
 */
export function reasonsOf(press: AttemptEvidence): FraudReason[] {
  const reasons: FraudReason[] = [];
  if (!press.trusted) reasons.push('untrusted_event');
  if (press.framed) reasons.push('framed');
  if (press.hidden) reasons.push('hidden');
  if (isCovered(press)) reasons.push('covered');
  return reasons;
}

function isCovered(press: AttemptEvidence): boolean {
  if (press.hit || press.away) return true;
  const byPointer = press.via === 'mouse' || press.via === 'touch' || press.via === 'pen';
  return byPointer ? press.covered > COVERED_FOR_POINTER : press.covered === 1;
}

/**
 * Evidence that contradicts what the server knows: a script cannot have watched for longer than its
 * kit exists, nor for longer than the page. `age` is the kit's, in milliseconds.
 */
export function isImpossible(press: AttemptEvidence, age: number): boolean {
  return press.since > age + CLOCK_SKEW || press.page < press.since;
}

/**
 * Signs that honest presses can show too. They are grouped by cause, since one cause shows in
 * several signs: an emulated phone has both a webdriver and an odd browser name; a press by
 * keyboard right after the page came has no trace and is fast.
 */
export function suspicionsOf(press: AttemptEvidence, visitor: FraudVisitor): FraudSuspicion[] {
  const suspicions: FraudSuspicion[] = [];
  if (press.webdriver || /headless/i.test(visitor.userAgent)) suspicions.push('automation');
  if (isInconsistent(press, visitor.userAgent)) suspicions.push('agent_inconsistent');
  if (press.since < TOO_FAST) suspicions.push('too_fast');
  if (press.via === 'none' && press.moves + press.downs + press.keys === 0)
    suspicions.push('no_trace');
  if (isWebView(press, visitor)) suspicions.push('webview');
  return suspicions;
}

const CAUSE = {
  automation: 'machine',
  agent_inconsistent: 'machine',
  too_fast: 'haste',
  no_trace: 'manner',
  webview: 'place',
} as const satisfies Record<FraudSuspicion, string>;

/**
 * Whether suspicions add up to a reason: only where they have two different causes. So none of them
 * is ever a reason alone; neither is a browser that a test drives, nor a keyboard press on a fast
 * phone.
 */
export function addUp(suspicions: readonly FraudSuspicion[]): boolean {
  const causes = new Set(suspicions.map((one) => CAUSE[one]));
  // Haste is explained by what presses fast anyway: a program that drives a browser, or assistive
  // technology without a trace.
  if (causes.has('machine') || causes.has('manner')) causes.delete('haste');
  return causes.size > 1;
}

/**
 * The browser names itself differently to the page than to the server, or its client hints belong
 * to another kind of device.
 */
function isInconsistent(press: AttemptEvidence, userAgent: string): boolean {
  if (press.agent !== checksum(userAgent)) return true;
  const saysAndroid = /Android/.test(userAgent);
  if (
    press.platform !== null &&
    press.platform !== '' &&
    saysAndroid !== (press.platform === 'Android')
  )
    return true;
  return press.mobile === true && !/Mobi|Android|iPhone|iPad/.test(userAgent);
}

/**
 * A page inside an app. Chrome itself and other browsers send no `x-requested-with`; a page's own
 * calls do not set it.
 */
function isWebView(press: AttemptEvidence, visitor: FraudVisitor): boolean {
  if (KNOWN_APPS.test(visitor.userAgent)) return false;
  const packageName = visitor.requestedWith?.includes('.');
  return press.bridge || packageName || /; wv\)/.test(visitor.userAgent);
}
