import { formatRand } from '@bonisa/domain/money/rand';
import type { Consent } from './consent.repository.ts';

/** A consent in the operator's API. */
export function consentView(consent: Consent) {
  return {
    at: consent.at.toISOString(),
    words: consent.words,
    language: consent.language,
    version: consent.wordsVersion,
    terms_version: consent.termsVersion,
    privacy_version: consent.privacyVersion,
    package_id: consent.packageId,
    price: formatRand(consent.price),
    price_version: consent.priceVersionId,
    period: consent.servicePeriod,
    trial: consent.trial,
    proof: consent.proof,
    proof_correlator: consent.proofCorrelator,
    verdict: consent.verdict,
    contentblock_override: consent.contentBlockOverridden,
    address: consent.address,
    user_agent: consent.userAgent,
    transaction_id: consent.transactionId,
    retain_until: consent.retainUntil?.toISOString() ?? null,
  };
}
