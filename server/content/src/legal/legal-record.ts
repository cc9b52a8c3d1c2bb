import { createHash } from 'node:crypto';
import type { LegalPage } from '@bonisa/contract/legal-page-data';
import { LEGAL_PLACES, type LegalText } from '@bonisa/kit/brand/legal-text';
import type { Clock } from '@bonisa/kit/clock/clock';
import { ConfigError } from '@bonisa/kit/config-error';
import type { Database } from '@bonisa/kit/database/database';
import type { Operator } from '../operator.ts';
import { createLegalTextRepository, type RecordedText } from './legal-text.repository.ts';
import { privacyPolicyOf } from './privacy-policy.ts';
import { termsOf } from './terms.ts';

export interface OwnLegalTexts {
  readonly terms?: LegalText | undefined;
  readonly privacy?: LegalText | undefined;
  readonly words?: { readonly tagManager?: string | undefined };
}

const FILES = { terms: 'terms.md', privacy: 'privacy.md' } as const;

/**
 * An operator whose facts are their places. A recorded text names no facts: prices and numbers
 * change more often than the text, and consents hold the price that was shown.
 */
const PLACES = {
  ...Object.fromEntries(LEGAL_PLACES.map((place) => [place, `{${place}}`])),
  // Both stand in one place, and an operator may have no address for letters on a screen.
  supportNumber: '{supportNumber, supportEmail}',
  supportEmail: '',
  tagManager: '',
  packages: [{ name: '{package}', price: '{price}', period: '{period}', days: 0 }],
} as unknown as Operator;

export type LegalRecordEntry = Omit<RecordedText, 'at'>;

/** The texts that viewers are shown, as the record has them. */
export function legalRecordOf(own: OwnLegalTexts = {}): readonly LegalRecordEntry[] {
  return [
    entryOf('terms', own.terms, termsOf(PLACES)),
    entryOf('privacy', own.privacy, privacyPolicyOf(withTagsOf(own))),
  ];
}

/** Whether pages load a tag manager changes sentences, and so the version; which one is a fact. */
function withTagsOf({ words }: OwnLegalTexts): Operator {
  return words?.tagManager ? { ...PLACES, tagManager: '{tagManager}' } : PLACES;
}

function entryOf(
  kind: RecordedText['kind'],
  own: LegalText | undefined,
  ours: LegalPage,
): LegalRecordEntry {
  const sections =
    own?.sections ?? ours.sections.map(({ heading, paragraphs }) => [heading, ...paragraphs]);
  const text = sections
    .map(([heading, ...paragraphs]) => [`## ${heading}`, ...paragraphs].join('\n\n'))
    .join('\n\n');
  const hash = createHash('sha256').update(text).digest('hex');
  return { kind, language: 'en', version: own?.version ?? ours.version, hash, text };
}

export interface LegalRecordDependencies {
  readonly db: Database;
  readonly own: OwnLegalTexts | undefined;
  readonly clock: Clock;
}

/** The record of every legal text that this service has shown. */
export function createLegalRecord({ db, own, clock }: LegalRecordDependencies) {
  const repository = createLegalTextRepository(db);
  return {
    /**
     * Records the texts of this start.
     * @throws ConfigError with a line for each text that differs from the one of its version: the
     *   consents that cite the version would no longer say what was shown.
     */
    start: async (): Promise<void> => {
      const problems: string[] = [];
      for (const entry of legalRecordOf(own)) {
        const recorded = await repository.add({ ...entry, at: clock.now() });
        if (recorded.hash === entry.hash) continue;
        problems.push(
          own?.[entry.kind]
            ? `BRAND_DIR: ${FILES[entry.kind]}: the text has changed, but its version ${entry.version} was shown before with another text; give it a new version`
            : `the ${entry.kind} text of this software has changed without a new version (${entry.version})`,
        );
      }
      if (problems.length > 0) throw new ConfigError(problems);
    },
    all: repository.all,
  };
}
