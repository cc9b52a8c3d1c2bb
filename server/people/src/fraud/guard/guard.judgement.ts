import type { FraudReason, FraudSuspicion, FraudVisitor } from '../fraud.port.ts';
import { CLOCK_SKEW } from '../kit-token.ts';
import { type AttemptEvidence, checksum } from './guard.evidence.ts';

/** No hand reacts within this time after the script started, in milliseconds. */
const TOO_FAST = 20;

/**
 * A person points at the visible part of a button, so half of it may be covered. A key activates
 * the button wherever it is.
 */
const COVERED_FOR_POINTER = 0.5;

/**
 * The in-app browsers in which people usually follow links. A payment page in any other web view is
 * a suspicion.
 */
const KNOWN_APPS =
  /\b(FBAN|FBAV|FB_IAB|Instagram|WhatsApp|musical_ly|BytedanceWebview|Twitter|Snapchat|Pinterest|LinkedInApp|GSA)\b/;

/**
 * Reasons in the evidence of the press. Each is enough to fail it, and no honest press shows any.
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
 * Whether the evidence contradicts the server's facts: the script cannot have run longer than its
 * kit or the page exists. `age` is the kit's age in milliseconds.
 */
export function isImpossible(press: AttemptEvidence, age: number): boolean {
  return press.since > age + CLOCK_SKEW || press.page < press.since;
}

/**
 * Signs that honest presses can show too. {@link areEnough} groups them by cause, because one cause
 * shows several signs: an emulated phone has a webdriver and an odd user agent; a press by keyboard
 * right after the page loaded leaves no trace and is fast.
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
 * Whether suspicions are enough to fail a press: only two different causes are. So one suspicion
 * alone never fails a press; neither does a browser that a test drives, nor a keyboard press on a
 * fast phone.
 */
export function areEnough(suspicions: readonly FraudSuspicion[]): boolean {
  const causes = new Set(suspicions.map((suspicion) => CAUSE[suspicion]));
  // A program that drives a browser and assistive technology without a trace both press fast, so
  // they explain the haste.
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
 * Whether the page is shown inside an app. Chrome and other browsers send no `x-requested-with`,
 * and the page's own calls do not set it.
 */
function isWebView(press: AttemptEvidence, visitor: FraudVisitor): boolean {
  if (KNOWN_APPS.test(visitor.userAgent)) return false;
  const packageName = visitor.requestedWith?.includes('.');
  return press.bridge || packageName || /; wv\)/.test(visitor.userAgent);
}
