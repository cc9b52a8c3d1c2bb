/**
 * The pages of a sign-up without a script: what the server has the web application's build render.
 */
import type { ReplyOf } from './calls.ts';
import type { ErrorCode } from './errors.ts';

/** The address of every step: that of the number's screen, whose form needs no script. */
export const PLAIN_SIGN_UP_PATH = '/enter-number';

export type PlainOffer = ReplyOf<'statusCheck'>['packages'][number];

/** The fields that a form sends back unchanged. */
export interface PlainHidden {
  readonly csrf: string;
  /** What was shown so far, signed. */
  readonly state: string;
  /** The token of this very page, for one press of Accept. */
  readonly kit?: string;
  /** The code of an Accept that is asked for again. */
  readonly otp?: string;
}

/** What went wrong: the server's sentence, and the name by which other languages have their own. */
export interface PlainProblem {
  readonly field: 'number' | 'package' | 'otp' | null;
  readonly description: string;
  readonly code?: ErrorCode | undefined;
  readonly outcome?: ReplyOf<'subscribe'>['outcome'] | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

interface Problematic {
  readonly problem?: PlainProblem | undefined;
}

export type PlainView =
  | ({ readonly screen: 'number'; readonly typed: string } & Problematic)
  | ({
      readonly screen: 'packages';
      readonly msisdn: string;
      readonly offers: readonly PlainOffer[];
      readonly hidden: PlainHidden;
    } & Problematic)
  | ({ readonly screen: 'unblock'; readonly hidden: PlainHidden } & Problematic)
  | ({
      readonly screen: 'code';
      readonly msisdn: string;
      readonly offer: PlainOffer;
      readonly sentAgain: boolean;
      readonly hidden: PlainHidden;
    } & Problematic)
  | { readonly screen: 'pending'; readonly hidden: PlainHidden }
  | {
      readonly screen: 'complete';
      readonly offer: PlainOffer;
      readonly signedIn: boolean;
      readonly freeTrial: boolean;
      /** When the paid time ends, in ISO 8601. */
      readonly paidUntil: string | null;
    }
  | {
      readonly screen: 'refused';
      readonly description: string;
      readonly status: Pick<ReplyOf<'statusCheck'>, 'code' | 'packages'>;
    };
