import type { Language } from '@bonisa/domain/languages';
import {
  DENIAL_WORDS,
  type DenialReason,
  isTechnical,
  type TechnicalReason,
} from '@bonisa/domain/money/charge';
import { formatRand } from '@bonisa/domain/money/rand';
import type { Charge, ChargeRepository } from '@bonisa/money/billing/charges/charge.repository';
import type { Refund, RefundRepository } from '@bonisa/money/billing/refunds/refund.repository';
import type { Consent } from '@bonisa/money/consent/consent.repository';
import type { Message, MessageRepository } from '@bonisa/money/messaging/message.repository';
import type { SoldPackages } from '@bonisa/money/packages/sold-packages';
import type { PackageChange } from '@bonisa/money/signup/package-change.service';
import type {
  AcceptPriceInput,
  ChangeOffer,
  PackageChangeInput,
  PriceOffer,
} from '@bonisa/money/signup/package-change.types';
import type { PackageChanged } from '@bonisa/money/signup/package-change.words';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '@bonisa/money/subscription/subscription.repository';
import type { SubscriptionService } from '@bonisa/money/subscription/subscription.service';

/**
 * The most charges, consents and messages that are shown; the document of one's data has the rest.
 */
const SHOWN = 100;

/** A charge as the account shows it: its outcome is unknown while the carrier is being asked. */
const OUTCOME = {
  intended: 'pending',
  unknown: 'unknown',
  succeeded: 'succeeded',
  denied: 'denied',
  refunded: 'refunded',
} as const;

const TECHNICAL_WORDS: Record<TechnicalReason, string> = {
  not_asked: 'We could not ask your network',
  carrier_unavailable: 'Your network did not answer',
  not_taken: 'The payment did not go through',
};

export interface AccountCharge {
  readonly reference: string;
  readonly at: string;
  readonly package_id: string;
  readonly package_name: string;
  readonly amount: string;
  readonly vat: string;
  readonly outcome: (typeof OUTCOME)[Charge['state']];
  readonly reason: string | null;
  readonly reason_words: string | null;
  readonly refunds: {
    readonly at: string;
    readonly amount: string;
    readonly outcome: 'succeeded' | 'pending';
  }[];
}

export interface AccountConsent {
  readonly id: string;
  readonly at: string;
  readonly package_name: string;
  readonly price: string;
  readonly words: string;
  readonly language: Language;
  readonly version: string;
  readonly terms_version: string | null;
  readonly privacy_version: string | null;
  readonly proof: string;
}

export interface AccountMessage {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly outcome: 'sent' | 'failed';
}

export interface NextPackage {
  readonly package_id: string;
  readonly name: string;
  readonly price: string;
  readonly service_period: string;
  readonly from: string;
}

export interface Account {
  readonly msisdn: string;
  readonly charges: AccountCharge[];
  readonly consents: AccountConsent[];
  readonly messages: AccountMessage[];
  readonly next_package: NextPackage | null;
  readonly packages: ChangeOffer[];
  readonly price_offer: PriceOffer | null;
}

/** The result of a package change. */
export interface ChangeAnswer extends Pick<PackageChanged, 'outcome' | 'description'> {
  readonly next_package: NextPackage | null;
  readonly status: 'success' | 'failed';
}

export interface AccountDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly charges: Pick<ChargeRepository, 'newestOf'>;
  readonly refunds: Pick<RefundRepository, 'of'>;
  readonly messages: Pick<MessageRepository, 'newestOf'>;
  readonly service: Pick<SubscriptionService, 'currentOf'>;
  readonly packageChange: PackageChange;
  readonly sold: Pick<SoldPackages, 'atPrice' | 'nameAt'>;
}

/** My Account (row S7): charges and refunds, consents, messages, and what comes next. */
export function createAccountService({
  subscriptions,
  charges,
  refunds,
  messages,
  service,
  packageChange,
  sold,
}: AccountDependencies) {
  return {
    of: async ({
      subscriberId,
      msisdn,
      language,
    }: {
      subscriberId: number;
      msisdn: string;
      language: Language;
    }): Promise<Account> => {
      const ids = (await subscriptions.all(subscriberId)).map((row) => row.id);
      const [taken, consents, sentMessages, current] = await Promise.all([
        charges.newestOf(ids, SHOWN),
        subscriptions.consents.of(msisdn),
        messages.newestOf(msisdn, SHOWN),
        service.currentOf(subscriberId),
      ]);
      const givenBack = await refunds.of(
        taken
          .filter(({ state }) => state === 'succeeded' || state === 'refunded')
          .map(({ id }) => id),
      );
      return {
        msisdn,
        charges: taken.map((charge) =>
          shownCharge(
            sold,
            charge,
            givenBack.filter(({ chargeId }) => chargeId === charge.id),
          ),
        ),
        // A number whose data was removed begins anew: earlier consents are retained as evidence,
        // but not shown.
        consents: consents
          .filter((consent) => ids.includes(consent.subscriptionId))
          .toReversed()
          .slice(0, SHOWN)
          .map((consent) => shownConsent(sold, consent)),
        messages: sentMessages
          .map(shownMessage)
          .toSorted((one, other) => other.at.localeCompare(one.at)),
        next_package: nextOf(sold, current),
        packages: packageChange.offersFor(current, language),
        price_offer: packageChange.priceOffer(current, language),
      };
    },

    /** Changes the package, at the end of the paid time or at once. */
    changePackage: async (input: PackageChangeInput): Promise<ChangeAnswer> =>
      answerOf(sold, await packageChange.request(input)),

    /** Accepts a new price of the held package. */
    acceptPrice: async (input: AcceptPriceInput): Promise<ChangeAnswer> =>
      answerOf(sold, await packageChange.acceptPrice(input)),
  };
}

function answerOf(sold: Sold, { row, outcome, description }: PackageChanged): ChangeAnswer {
  const status = WORKED.has(outcome) ? 'success' : 'failed';
  return { next_package: nextOf(sold, row), status, outcome, description };
}

/** The change has taken effect, or will without another press. */
const WORKED: ReadonlySet<PackageChanged['outcome']> = new Set([
  'planned',
  'kept',
  'tried_now',
  'changed',
  'payment_pending',
] as const);

type Sold = AccountDependencies['sold'];

function shownCharge(sold: Sold, charge: Charge, refunds: readonly Refund[]): AccountCharge {
  const { reference, createdAt, packageId, amount, vat, state, reason } = charge;
  const denied = state === 'denied' && reason !== null;
  return {
    reference,
    at: createdAt.toISOString(),
    package_id: packageId,
    package_name: sold.nameAt(packageId, createdAt) ?? packageId,
    amount: formatRand(amount),
    vat: formatRand(vat),
    outcome: OUTCOME[state],
    reason: denied ? reason : null,
    reason_words: denied ? reasonWords(reason) : null,
    // A refund that the carrier denied is a case; a person requests another one.
    refunds: refunds.filter((refund) => refund.state !== 'denied').map(shownRefund),
  };
}

function shownRefund({
  createdAt,
  decidedAt,
  amount,
  state,
}: Refund): AccountCharge['refunds'][number] {
  return {
    at: (decidedAt ?? createdAt).toISOString(),
    amount: formatRand(amount),
    outcome: state === 'succeeded' ? 'succeeded' : 'pending',
  };
}

function reasonWords(reason: string): string {
  return isTechnical(reason)
    ? TECHNICAL_WORDS[reason]
    : (DENIAL_WORDS[reason as DenialReason] ?? DENIAL_WORDS.refused);
}

function shownConsent(
  sold: Sold,
  { id, at, packageId, price, words, language, ...consent }: Consent,
): AccountConsent {
  return {
    id,
    at: at.toISOString(),
    package_name: sold.nameAt(packageId, at) ?? packageId,
    price: formatRand(price),
    words: words.join(' '),
    language,
    version: consent.wordsVersion,
    terms_version: consent.termsVersion,
    privacy_version: consent.privacyVersion,
    proof: consent.proof,
  };
}

function shownMessage({ id, text, state, sentAt, createdAt }: Message): AccountMessage {
  const outcome = state === 'sent' ? 'sent' : 'failed';
  return { id, at: (sentAt ?? createdAt).toISOString(), text, outcome };
}

function nextOf(sold: Sold, row: SubscriptionRow | undefined): NextPackage | null {
  if (!row?.nextPackageId) return null;
  const next = sold.atPrice(row.nextPackageId, row.nextPrice ?? row.price);
  const ends = row.paidUntil ?? row.startedAt;
  const from = row.nextFrom && row.nextFrom > ends ? row.nextFrom : ends;
  return {
    package_id: next.id,
    name: next.name,
    price: formatRand(next.price),
    service_period: next.period,
    from: from.toISOString(),
  };
}
