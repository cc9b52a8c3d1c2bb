import { createHash } from 'node:crypto';
import type { LegalPage } from '@bonisa/contract/legal-page-data';
import { type BrandProblem, brandProblemLine } from '@bonisa/domain/brand/brand-files';
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

/** Another text under the version of a recorded one. */
interface ChangedText extends LegalRecordEntry {
  readonly isOwn: boolean;
}

/** The texts that differ from the recorded ones of their versions, as `recordedOf` finds them. */
async function changedTexts(
  own: OwnLegalTexts | undefined,
  recordedOf: (entry: LegalRecordEntry) => Promise<Pick<RecordedText, 'hash'> | undefined>,
): Promise<readonly ChangedText[]> {
  const changed: ChangedText[] = [];
  for (const entry of legalRecordOf(own)) {
    const { hash } = (await recordedOf(entry)) ?? entry;
    if (hash !== entry.hash) changed.push({ ...entry, isOwn: own?.[entry.kind] !== undefined });
  }
  return changed;
}

function problemOf({ kind, version }: ChangedText): BrandProblem {
  const problem = `the text has changed, but its version ${version} was shown before with another text; give it a new version`;
  return { file: FILES[kind], field: '', problem };
}

/** What a start would refuse in a brand's own texts beside the record; records nothing. */
export async function legalProblems(
  db: Database,
  own: OwnLegalTexts,
): Promise<readonly BrandProblem[]> {
  const changed = await changedTexts(own, createLegalTextRepository(db).find);
  return changed.filter(({ isOwn }) => isOwn).map(problemOf);
}

/** Records the texts of a brand from an instant on; returns what {@link legalProblems} does. */
export async function recordLegalTexts(
  db: Database,
  own: OwnLegalTexts,
  at: Date,
): Promise<readonly BrandProblem[]> {
  const { add } = createLegalTextRepository(db);
  const changed = await changedTexts(own, (entry) => add({ ...entry, at }));
  return changed.filter(({ isOwn }) => isOwn).map(problemOf);
}

export interface LegalRecordDependencies {
  readonly db: Database;
  readonly own: OwnLegalTexts | undefined;
  /** What a refusal calls the brand. */
  readonly origin: string;
  readonly clock: Clock;
}

/** The record of every legal text that this service has shown. */
export function createLegalRecord({ db, own, origin, clock }: LegalRecordDependencies) {
  const repository = createLegalTextRepository(db);
  return {
    /**
     * Records the texts of this start.
     * @throws ConfigError with a line for each text that differs from the one of its version: the
     *   consents that cite the version would no longer say what was shown.
     */
    start: async (): Promise<void> => {
      const add = (entry: LegalRecordEntry) => repository.add({ ...entry, at: clock.now() });
      const problems = (await changedTexts(own, add)).map((changed) =>
        changed.isOwn
          ? `${origin}: ${brandProblemLine(problemOf(changed))}`
          : `the ${changed.kind} text of this software has changed without a new version (${changed.version})`,
      );
      if (problems.length > 0) throw new ConfigError(problems);
    },
    all: repository.all,
  };
}
