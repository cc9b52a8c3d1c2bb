import { consentWords } from '@bonisa/domain/consent/consent';
import type { Language } from '@bonisa/domain/languages';
import { formatRand } from '@bonisa/domain/money/rand';
import { freeId, type Package } from '@bonisa/domain/packages/package-catalogue';
import { chargedNext } from '@bonisa/domain/subscription/agreed-price';
import type { SoldPackage, SoldPackages } from '../packages/sold-packages.ts';
import type { SubscriptionRow } from './subscription.repository.ts';

/** The brand's facts in texts for a subscriber. */
export interface ServiceBrand {
  readonly name: string;
  readonly supportNumber: string;
}

/** A package as the status check offers it (row E5), with the words beside Accept. */
export interface Offer {
  readonly id: string;
  readonly price: string;
  readonly free_id: string;
  readonly name: string;
  readonly service_key: string;
  readonly service_period: Package['period'];
  readonly duration: string;
  /** A line about the package; empty for none. */
  readonly about: string;
  readonly words: string[];
  readonly words_language: Language;
}

/** Who is offered packages: the language of the words, and the number's carrier. */
export interface OfferedTo {
  readonly language: Language;
  readonly carrierId: string | undefined;
}

export interface OffersDependencies {
  readonly sold: SoldPackages;
  readonly brand: ServiceBrand;
}

/** The packages on sale, under the carriers' service keys (row E1). */
export function createOffers({ sold, brand }: OffersDependencies) {
  const offer = (
    packageTerms: Package & Partial<Pick<SoldPackage, 'words'>>,
    trial: boolean,
    language: Language,
  ): Offer => ({
    id: packageTerms.id,
    price: formatRand(packageTerms.price),
    free_id: trial ? freeId(packageTerms.id) : '',
    name: packageTerms.name,
    service_key: sold.shownKey(packageTerms.id, packageTerms.price),
    service_period: packageTerms.period,
    duration: packageTerms.duration,
    about: packageTerms.words ?? '',
    words: [
      ...consentWords({
        service: brand.name,
        package: packageTerms,
        trial,
        supportNumber: brand.supportNumber,
        language,
      }),
    ],
    words_language: language,
  });
  return {
    byServiceKey: sold.byServiceKey,
    serviceKey: sold.shownKey,
    offer,
    /** What numbers of a carrier can subscribe to; `trial`: the number has not had a free day. */
    all: (trial: boolean, { language, carrierId }: OfferedTo): Offer[] =>
      sold
        .offered(carrierId)
        .map((soldPackage) => offer(soldPackage, trial && soldPackage.trialDays > 0, language)),
    /** Whether a package gives a number its first day free. */
    givesTrial: (trial: boolean, carrierId?: string): boolean =>
      trial && sold.offered(carrierId).some(({ trialDays }) => trialDays > 0),
    /** A package at the price that somebody agreed to. */
    atPrice: sold.atPrice,
    /** What a subscription is charged next. */
    chargedNext: (row: SubscriptionRow, now: Date): Package => {
      const { packageId, price } = chargedNext(row, now);
      return sold.atPrice(packageId, price);
    },
    sold,
  };
}

export type Offers = ReturnType<typeof createOffers>;

/** The text for a number that is blocked by its network or by STOP ALL. */
export function blockedDescription(brand: ServiceBrand): string {
  return `This number has blocked content services. To change that, call ${brand.supportNumber}.`;
}
