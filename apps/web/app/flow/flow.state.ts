import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import type { StoredItem } from '../storage/browser-storage.ts';
import type { STORED } from '../storage/entries.ts';

export type StatusReply = ReplyOf<'statusCheck'>;
export type SubscribeReply = ReplyOf<'subscribe'>;
/** A package as the status check offers it (row E5). */
export type Offer = StatusReply['packages'][number];
export type KitReply = ReplyOf<'fraudScript'>;

/** A number that the carrier's network vouched for. */
export interface Enriched {
  readonly msisdn: string;
  readonly token: string;
}

/** What one run through the flow has learned so far. */
export interface Run {
  /** '' before the run has begun. */
  readonly transactionId: string;
  /** Where to go at the end: an own path. */
  readonly returnTo: string;
  /** The number as digits, `27821234567`; a suggestion until it was submitted; '' while unknown. */
  readonly msisdn: string;
  /**
   * The number that this transaction was used for; `null` before any. Another number gets another
   * transaction.
   */
  readonly looked: string | null;
  /**
   * What the person typed into the number's field; `null` while it was not touched. From then on
   * nothing is filled in for them.
   */
  readonly typed: string | null;
  readonly enriched: Enriched | null;
  readonly offers: readonly Offer[];
  readonly freeTrial: boolean;
  readonly contentBlocked: boolean;
  /** Unblocking of this content was agreed to. */
  readonly override: boolean;
  /** The id of the package that the person chose (or already holds); never chosen for them. */
  readonly chosen: string | null;
  /** What an ACTIVE number is told that it has; such a number signs in instead of subscribing. */
  readonly held: string | null;
  /** The package for which confirming was made ready (an OTP sent, or the number found proven). */
  readonly readied: string | null;
  readonly proven: boolean;
  /** From then on (milliseconds since 1970) a new OTP may be asked for. */
  readonly resendAt: number;
  /** The latest Accept that was sent: a lost answer is asked for again with the very same. */
  readonly accept: { readonly otp: string; readonly evinaToken: string } | null;
}

export type Kit =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly text: string }
  | {
      readonly state: 'ready';
      readonly script: string;
      readonly token: string;
      readonly run: KitReply['run'];
    };

/** A screen that waits for the person. */
export type Idle = 'number' | 'packages' | 'unblock' | 'confirm';

/**
 * Where the person stands. `accepting`, `unsure` and `pending`: money may be under way, so there is
 * no way back from them but an answer.
 */
export type Step =
  | {
      readonly at:
        | 'number'
        | 'checking'
        | 'packages'
        | 'unblock'
        | 'accepting'
        | 'unsure'
        | 'declining'
        | 'left';
    }
  | { readonly at: 'sending'; readonly from: Idle }
  | { readonly at: 'confirm'; readonly kit: Kit }
  | {
      readonly at: 'pending';
      readonly polls: number;
      readonly waitsFor: 'pause' | 'answer' | 'person';
    }
  | {
      readonly at: 'complete';
      readonly signedIn: boolean;
      readonly freeTrial: boolean;
      readonly packageId: string;
      readonly paidUntil: string | null;
    }
  | { readonly at: 'refused'; readonly description: string }
  /** X2, the error page. `resume`: where a reload goes on. */
  | { readonly at: 'failed'; readonly resume: Idle | 'accepting' };

/**
 * What is shown as wrong, at its field or as a notice. `retry`: pressing Try again does the same
 * once more.
 */
export interface Problem {
  readonly field: 'number' | 'package' | 'otp' | null;
  readonly text: string;
  readonly retry: boolean;
}

export interface FlowState {
  readonly run: Run;
  readonly step: Step;
  readonly problem: Problem | null;
  /** Counts calls and pauses: an answer to any but the latest is stale and ignored. */
  readonly call: number;
}

/**
 * How a call failed: no connection; an error with a readable description (X3); or an answer that
 * nobody can read.
 */
export type Failure =
  | { readonly kind: 'lost' }
  | { readonly kind: 'said'; readonly description: string; readonly code: string }
  | { readonly kind: 'unreadable' };

export type Place = 'number' | 'packages' | 'unblock' | 'confirm' | 'complete';

/** What happened. `now` is milliseconds since 1970. */
export type FlowEvent =
  | {
      readonly type: 'opened';
      readonly transactionId: string;
      readonly returnTo: string;
      readonly msisdn: string;
    }
  | { readonly type: 'arrived'; readonly place: Place }
  | {
      readonly type: 'number_enriched';
      readonly transactionId: string;
      readonly enriched: Enriched;
    }
  | { readonly type: 'number_edited'; readonly text: string }
  | { readonly type: 'package_edited' | 'otp_edited' }
  /** `newTransactionId`: for a number that another transaction belongs to. */
  | { readonly type: 'number_submitted'; readonly text: string; readonly newTransactionId: string }
  | { readonly type: 'package_submitted'; readonly packageId: string | null }
  | { readonly type: 'unblock_accepted' | 'unblock_declined' }
  | {
      readonly type: 'status_answered';
      readonly call: number;
      readonly reply: StatusReply;
      readonly now: number;
    }
  | {
      readonly type: 'kit_arrived';
      readonly call: number;
      readonly reply: KitReply;
      readonly now: number;
    }
  | { readonly type: 'call_failed'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'accept_pressed'; readonly otp: string; readonly evinaToken: string }
  | { readonly type: 'decline_pressed' }
  | { readonly type: 'resend_pressed'; readonly now: number }
  | { readonly type: 'retried' }
  | { readonly type: 'pause_ended'; readonly call: number }
  | {
      readonly type: 'subscribe_answered';
      readonly call: number;
      readonly reply: SubscribeReply;
      readonly now: number;
    };

/** Values for local storage by the names of `STORED`; `null` removes one. */
export type Kept = {
  readonly [Name in keyof typeof STORED]?: (typeof STORED)[Name] extends StoredItem<infer Value>
    ? Value | null
    : never;
};

/** What is to be done, as data; the controller does it. */
export type Effect =
  | { readonly type: 'enrich'; readonly transactionId: string }
  /** The present history entry belongs to the run's new transaction. */
  | { readonly type: 'mark' }
  | { readonly type: 'check_status'; readonly call: number; readonly body: BodyOf<'statusCheck'> }
  | { readonly type: 'fetch_kit'; readonly call: number; readonly transactionId: string }
  | { readonly type: 'subscribe'; readonly call: number; readonly body: BodyOf<'subscribe'> }
  | { readonly type: 'pause'; readonly call: number; readonly ms: number }
  | { readonly type: 'keep'; readonly values: Kept }
  | {
      readonly type: 'tell_tag_manager';
      readonly packageId: string;
      readonly transactionId: string;
    }
  | { readonly type: 'go'; readonly place: Place | 'home'; readonly replace: boolean };

export interface Transition {
  readonly state: FlowState;
  readonly effects: readonly Effect[];
}

export const NO_RUN: Run = {
  transactionId: '',
  returnTo: '/',
  msisdn: '',
  looked: null,
  typed: null,
  enriched: null,
  offers: [],
  freeTrial: false,
  contentBlocked: false,
  override: false,
  chosen: null,
  held: null,
  readied: null,
  proven: false,
  resendAt: 0,
  accept: null,
};

/** Before anything happened; what the server renders. */
export const START: FlowState = { run: NO_RUN, step: { at: 'number' }, problem: null, call: 0 };

/** The package that was chosen, with its price and words. */
export function chosenOffer(run: Run): Offer | undefined {
  return run.offers.find((offer) => offer.id === run.chosen);
}

/** A number as its owner types it, `0821234567`; '' for none. */
export function asTyped(msisdn: string): string {
  return msisdn && `0${msisdn.slice(2)}`;
}
