import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import type { StoredItem } from '../storage/browser-storage.ts';
import type { STORED_ITEMS } from '../storage/stored-items.ts';

export type StatusReply = ReplyOf<'statusCheck'>;
/** `shown`: the words of a refusal where the page is not in English. */
export type SubscribeReply = ReplyOf<'subscribe'> & { readonly shown?: string };
/** A package as the status check offers it (row E5). */
export type Offer = StatusReply['packages'][number];
export type KitReply = ReplyOf<'fraudScript'>;

/** A number that the carrier's network vouches for. */
export interface Enriched {
  readonly msisdn: string;
  readonly token: string;
}

/** A signed-in viewer whose subscription has ended, and the package that they held. */
export interface Holder {
  readonly msisdn: string;
  readonly packageId: string;
}

/** The data of one run through the flow. */
export interface Run {
  /** '' before the run begins. */
  readonly transactionId: string;
  /** The path to return to at the end, on this site. */
  readonly returnTo: string;
  /** The number as digits, `27821234567`: a suggestion until it is submitted; '' while unknown. */
  readonly msisdn: string;
  /**
   * The number that this transaction was used for; `null` before any. Another number needs another
   * transaction.
   */
  readonly checkedMsisdn: string | null;
  /**
   * The text typed into the number field; `null` until the viewer edits it. From then on nothing is
   * filled in.
   */
  readonly typed: string | null;
  readonly enriched: Enriched | null;
  /**
   * The id of the package that a signed-in viewer takes again: its offer is shown without further
   * questions. `null` once they choose or type.
   */
  readonly again: string | null;
  readonly offers: readonly Offer[];
  readonly contentBlocked: boolean;
  /** The viewer agreed to unblock this content. */
  readonly override: boolean;
  /** The id of the package that the viewer chose (or already holds); never preselected. */
  readonly chosen: string | null;
  /**
   * The description of an ACTIVE number's subscription; such a number signs in instead of
   * subscribing.
   */
  readonly held: string | null;
  /** The package that is prepared for confirmation (an OTP was sent, or the number is proven). */
  readonly preparedPackage: string | null;
  readonly proven: boolean;
  /** When another OTP may be requested (milliseconds since 1970). */
  readonly resendAt: number;
  /** The latest Accept that was sent; after a lost answer the flow repeats it unchanged. */
  readonly accept: { readonly otp: string; readonly fraudToken: string } | null;
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

/** A screen that waits for the viewer. */
export type Idle = 'number' | 'packages' | 'unblock' | 'confirm';

/**
 * The current step. During `accepting`, `unsure` and `pending` money may be under way, so only an
 * answer leads out of them.
 */
export type Step =
  | {
      readonly at:
        | 'number'
        /** Who takes a package again, and whether the network names the number. */
        | 'recalling'
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
  /** The error page (row X2). `resume`: where a reload continues. */
  | { readonly at: 'failed'; readonly resume: Idle | 'accepting' };

/**
 * A problem, shown at its field or as a notice. `retry`: Try again repeats the failed call. `more`:
 * a second line under the specification's text: what was not taken, and the one thing to do.
 */
export interface Problem {
  readonly field: 'number' | 'package' | 'otp' | null;
  readonly text: string;
  readonly more?: string | undefined;
  /** How airtime is bought at the number's carrier. */
  readonly recharge?: SubscribeReply['recharge'];
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
 * How a call failed: no connection; an error with a readable description (row X3); or an unreadable
 * answer.
 */
export type Failure =
  | { readonly kind: 'lost' }
  | { readonly kind: 'said'; readonly description: string; readonly code: string }
  | { readonly kind: 'unreadable' };

export type Place = 'number' | 'packages' | 'unblock' | 'confirm' | 'complete';

/** An event of the flow. `now` is milliseconds since 1970. */
export type FlowEvent =
  | {
      readonly type: 'opened';
      readonly transactionId: string;
      readonly returnTo: string;
      readonly msisdn: string;
      /** 'Subscribe again' was pressed. */
      readonly again: boolean;
    }
  | { readonly type: 'arrived'; readonly place: Place }
  | {
      readonly type: 'recalled';
      readonly transactionId: string;
      readonly holder: Holder | null;
    }
  | {
      readonly type: 'number_enriched';
      readonly transactionId: string;
      readonly enriched: Enriched;
    }
  | { readonly type: 'number_edited'; readonly text: string }
  | { readonly type: 'package_edited' | 'otp_edited' }
  /** `newTransactionId`: used if another number already has the current transaction. */
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
  | { readonly type: 'accept_pressed'; readonly otp: string; readonly fraudToken: string }
  | { readonly type: 'decline_pressed' }
  /** The main link of the last screen was followed. */
  | { readonly type: 'followed' }
  | { readonly type: 'resend_pressed'; readonly now: number }
  | { readonly type: 'retried' }
  | { readonly type: 'pause_ended'; readonly call: number }
  | {
      readonly type: 'subscribe_answered';
      readonly call: number;
      readonly reply: SubscribeReply;
      readonly now: number;
    };

/** Values for local storage by the names in `STORED_ITEMS`; `null` removes one. */
export type StoredValues = {
  readonly [Name in keyof typeof STORED_ITEMS]?: (typeof STORED_ITEMS)[Name] extends StoredItem<
    infer Value
  >
    ? Value | null
    : never;
};

/** An effect, as data; the controller performs it. */
export type Effect =
  | { readonly type: 'enrich'; readonly transactionId: string }
  /** Finds who takes a package again, after the network was asked for the number. */
  | { readonly type: 'recall'; readonly transactionId: string }
  /** The current history entry belongs to the run's new transaction. */
  | { readonly type: 'mark' }
  | { readonly type: 'check_status'; readonly call: number; readonly body: BodyOf<'statusCheck'> }
  | { readonly type: 'fetch_kit'; readonly call: number; readonly transactionId: string }
  | { readonly type: 'subscribe'; readonly call: number; readonly body: BodyOf<'subscribe'> }
  | { readonly type: 'pause'; readonly call: number; readonly ms: number }
  | { readonly type: 'store_values'; readonly values: StoredValues }
  | {
      readonly type: 'report_page_view';
      readonly packageId: string;
      readonly transactionId: string;
    }
  | { readonly type: 'go'; readonly place: Place | 'home'; readonly replace: boolean }
  /** Loads the page where the flow began, in place of the current history entry. */
  | { readonly type: 'return'; readonly to: string };

export interface Transition {
  readonly state: FlowState;
  readonly effects: readonly Effect[];
}

export const NO_RUN: Run = {
  transactionId: '',
  returnTo: '/',
  msisdn: '',
  checkedMsisdn: null,
  typed: null,
  enriched: null,
  again: null,
  offers: [],
  contentBlocked: false,
  override: false,
  chosen: null,
  held: null,
  preparedPackage: null,
  proven: false,
  resendAt: 0,
  accept: null,
};

/** The initial state, which the server renders. */
export const START: FlowState = { run: NO_RUN, step: { at: 'number' }, problem: null, call: 0 };

/** The chosen package with its price and wording. */
export function chosenOffer(run: Run): Offer | undefined {
  return run.offers.find((offer) => offer.id === run.chosen);
}

/** Whether an offer's first day is free. Others on sale may be charged at once. */
export function isFreeAtFirst(offer: Offer | undefined): boolean {
  return !!offer?.free_id;
}

/** The place of a screen, and how many screens there are. */
export type FlowStep = { readonly step: number; readonly of: number };

/**
 * The place of a screen of a subscription. Where the network has named the number there is none to
 * enter, so its screen is not counted.
 */
export function flowStep({ enriched, msisdn, typed }: Run, at: 'packages' | 'confirm'): FlowStep {
  const entered = enriched?.msisdn === msisdn && typed === null ? 0 : 1;
  return { step: entered + (at === 'packages' ? 1 : 2), of: entered + 2 };
}

/** The number in national format, `0821234567`; '' for none. */
export function asTyped(msisdn: string): string {
  return msisdn && `0${msisdn.slice(2)}`;
}
