import { createHash } from 'node:crypto';
import { formatMsisdn } from '@bonisa/domain/numbers/msisdn';
import { careTime } from '@bonisa/domain/staff/care-words';
import type { BrandConfig } from '@bonisa/kit/brand/brand.config';
import { acceptedWords, proofWords } from './charge-story.ts';
import type { NumberRecords } from './number-records.service.ts';
import type { CareSummary } from './summary.ts';
import { timelineOf } from './timeline.ts';

/** One block of the document: a heading, words as they were shown, and facts. */
export interface EvidenceBlock {
  readonly heading: string;
  readonly text: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** The document before it has pages. */
export interface EvidenceContent {
  readonly service: string;
  /** Who runs the service: the company, and its address where it is known. */
  readonly company: string;
  readonly title: string;
  readonly number: string;
  readonly made: string;
  readonly madeBy: string;
  readonly summary: readonly string[];
  readonly optIns: readonly EvidenceBlock[];
  readonly timeline: readonly EvidenceBlock[];
}

/** Whose document it is. */
export type EvidenceBrand = Pick<BrandConfig, 'name' | 'company' | 'address'>;

/** The evidence of one number, oldest first, in South African time. */
export function evidenceContent(
  records: NumberRecords,
  summary: CareSummary,
  made: { readonly at: Date; readonly by: string; readonly brand: EvidenceBrand },
): EvidenceContent {
  return {
    service: made.brand.name,
    company: [made.brand.company, made.brand.address].filter(Boolean).join(', '),
    title: `${made.brand.name}: evidence of one number`,
    number: formatMsisdn(records.msisdn),
    made: careTime(made.at),
    madeBy: made.by,
    summary: [
      summary.state_words,
      ...summary.words,
      `Taken in all: R${summary.taken.amount} in ${summary.taken.count === 1 ? 'one payment' : `${summary.taken.count} payments`}; given back: R${summary.given_back}.`,
    ],
    optIns: records.consents.map((consent) => ({
      heading: `${careTime(consent.at)}  ${acceptedWords(consent, records.nameOf)}`,
      text: consent.words.join('\n'),
      facts: [
        { name: 'Proof', value: proofWords(consent.proof) },
        { name: 'Version of the words', value: consent.wordsVersion },
        ...(consent.termsVersion
          ? [{ name: 'Version of the terms', value: consent.termsVersion }]
          : []),
        ...(consent.privacyVersion
          ? [{ name: 'Version of the privacy policy', value: consent.privacyVersion }]
          : []),
        { name: 'Network address', value: consent.address },
        { name: 'Browser', value: consent.userAgent },
        ...(consent.proofCorrelator
          ? [{ name: "Carrier's correlator of the proof", value: consent.proofCorrelator }]
          : []),
      ],
    })),
    timeline: timelineOf(records, made.at)
      .toReversed()
      .map(({ local, title, text, facts }) => ({ heading: `${local}  ${title}`, text, facts })),
  };
}

/** SHA-256 of what the document says: printed on it and kept in the audit. */
export function evidenceHash(content: EvidenceContent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
