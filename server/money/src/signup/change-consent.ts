import { consentVersion } from '@bonisa/domain/consent/consent';
import type { Language } from '@bonisa/domain/languages';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { LegalVersions } from '@bonisa/kit/brand/legal-versions';
import type { NewId } from '@bonisa/kit/ids';
import type { SoldPackage } from '../packages/sold-packages.ts';
import type { ServiceBrand } from '../subscription/offers.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';

/** The brand's facts in consents. */
export interface ConsentBrand extends ServiceBrand {
  readonly legal: LegalVersions;
}

export interface ConsentParts {
  readonly newId: NewId;
  readonly input: {
    readonly language: Language;
    readonly address: string;
    readonly userAgent: string;
  };
  readonly soldPackage: SoldPackage;
  readonly row: SubscriptionRow;
  readonly words: string[];
  readonly msisdn: Msisdn;
  readonly at: Date;
  readonly legal: LegalVersions;
}

/** The record of an Accept in a session, whose number was proven when it began. */
export function consentOf({
  newId,
  input,
  soldPackage,
  row,
  words,
  msisdn,
  at,
  legal,
}: ConsentParts) {
  return {
    id: newId(),
    subscriptionId: row.id,
    msisdn,
    packageId: soldPackage.id,
    words,
    language: input.language,
    wordsVersion: consentVersion(input.language),
    termsVersion: legal.terms,
    privacyVersion: legal.privacy,
    price: soldPackage.price,
    priceVersionId: soldPackage.versionId,
    servicePeriod: soldPackage.period,
    trial: false,
    proof: 'session' as const,
    proofCorrelator: null,
    // The fraud provider judges attempts that prove a number; this number was proven when the
    // session began.
    verdict: { asked: false },
    contentBlockOverridden: false,
    address: input.address,
    userAgent: input.userAgent.slice(0, 512),
    transactionId: newId(),
    at,
    retainUntil: null,
  };
}
