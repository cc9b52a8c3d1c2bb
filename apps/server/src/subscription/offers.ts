import { consentWords } from '@bonisa/domain/consent';
import type { Language } from '@bonisa/domain/languages';
import { freeId, PACKAGES, type Package, type PackageId } from '@bonisa/domain/package-catalogue';
import { formatRand } from '@bonisa/domain/rand';

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
  readonly words: string[];
  readonly words_language: Language;
}

/** The packages under the carrier's service keys, which are configuration (row E1). */
export function createOffers(serviceKeys: Record<PackageId, string>, brand: ServiceBrand) {
  const byKey = new Map(PACKAGES.map((one) => [serviceKeys[one.id], one]));
  const offer = (one: Package, trial: boolean, language: Language): Offer => ({
    id: one.id,
    price: formatRand(one.price),
    free_id: trial ? freeId(one.id) : '',
    name: one.name,
    service_key: serviceKeys[one.id],
    service_period: one.period,
    duration: one.duration,
    words: [
      ...consentWords({
        service: brand.name,
        package: one,
        trial,
        supportNumber: brand.supportNumber,
        language,
      }),
    ],
    words_language: language,
  });
  return {
    byServiceKey: (key: string): Package | undefined => byKey.get(key),
    serviceKey: (id: PackageId): string => serviceKeys[id],
    offer,
    all: (trial: boolean, language: Language): Offer[] =>
      PACKAGES.map((one) => offer(one, trial, language)),
  };
}

export type Offers = ReturnType<typeof createOffers>;

/** The text for a number that is blocked by its network or by STOP ALL. */
export function blockedDescription(brand: ServiceBrand): string {
  return `This number has blocked content services. To change that, call ${brand.supportNumber}.`;
}
