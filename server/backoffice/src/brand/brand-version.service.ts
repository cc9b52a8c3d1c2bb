import type { LegalPage } from '@bonisa/contract/legal-page-data';
import {
  type BrandFileName,
  type BrandProblem,
  type BrandTextFiles,
  OUR_COLOURS,
} from '@bonisa/domain/brand/brand-files';
import { DEFAULT_LANGUAGE } from '@bonisa/domain/languages';
import { type BrandConfig, brandFromFiles } from '@bonisa/kit/brand/brand.config';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type {
  BrandVersionRepository,
  BrandVersionRow,
  ListedVersion,
} from './brand-version.repository.ts';
import { bytesOfFiles, textsOfFiles } from './file-texts.ts';

/** Drafts that were never published are deleted when this many versions are newer. */
const KEPT_DRAFTS = 100;

/** The record of legal texts, which a publication must not contradict. */
export interface BrandLegalTexts {
  /** The problems of a brand's own texts beside the record. */
  problems(brand: BrandConfig): Promise<readonly BrandProblem[]>;
  /** The same, and records the texts that are new, in the transaction of the publication. */
  record(tx: Database, brand: BrandConfig): Promise<readonly BrandProblem[]>;
  /** The terms and the privacy policy as viewers would read them. */
  pages(brand: BrandConfig): { readonly terms: LegalPage; readonly privacy: LegalPage };
}

export interface BrandVersionsDependencies {
  /** The brand in force, with the variables of this start. */
  readonly brand: BrandConfig;
  readonly repository: BrandVersionRepository;
  readonly legal: BrandLegalTexts;
  readonly clock: Clock;
}

/** Who does it; `record` writes the audit in the same transaction. */
interface DoneBy {
  readonly by: string;
  readonly record: (tx: Database, version: ListedVersion) => Promise<void>;
}

export type BrandVersions = ReturnType<typeof createBrandVersions>;

/** Versions of the brand: drafts that are checked and made, and published for the next starts. */
export function createBrandVersions({
  brand,
  repository,
  legal,
  clock,
}: BrandVersionsDependencies) {
  const judged = (files: BrandTextFiles) =>
    brandFromFiles(brand, { files: bytesOfFiles(files), version: undefined });

  return {
    /** The version in force, the one that the next starts take, and the newest. */
    state: async () => ({
      inForce: brand.version ?? null,
      published: await repository.publishedNumber(),
      newest: (await repository.newest())?.number ?? null,
    }),

    /** The newest first; `next` is where the next page begins. */
    list: async (before: number | undefined, limit: number) => {
      const found = await repository.page(before, limit + 1);
      const data = found.slice(0, limit);
      return { data, next: found.length > limit ? (data.at(-1)?.number ?? null) : null };
    },

    /** Throws `not_found` where there is none, or no longer. */
    find: async (number: number): Promise<BrandVersionRow> => {
      const found = await repository.find(number);
      if (!found) throw new AppError('not_found', `There is no version ${number} of the brand.`);
      return found;
    },

    /** The files of `BRAND_DIR`; without it a brand of our colours. */
    ofFolder: (): { readonly isGiven: boolean; readonly files: BrandTextFiles } => {
      if (brand.ofFolder) return { isGiven: true, files: textsOfFiles(brand.ofFolder) };
      const ours = { name: brand.name, colours: OUR_COLOURS };
      return { isGiven: false, files: { 'brand.json': `${JSON.stringify(ours, null, 2)}\n` } };
    },

    /** Everything that a publication would refuse, and what viewers would be shown. */
    check: async (files: BrandTextFiles) => {
      const { brand: read, problems } = judged(files);
      if (!read) return { problems, shown: null };
      return {
        problems: [...problems, ...(await legal.problems(read))],
        shown: {
          name: read.name,
          pitch: read.texts?.[DEFAULT_LANGUAGE]?.pitch ?? null,
          logo: read.folder?.logo ?? null,
          ...legal.pages(read),
        },
      };
    },

    /**
     * Makes a draft, which may have faults.
     * @throws AppError `conflict` where `after` is not the newest version by now.
     */
    save: (
      files: BrandTextFiles,
      { beganWith, after }: { readonly beganWith: number | null; readonly after: number | null },
      { by, record }: DoneBy,
    ): Promise<ListedVersion> =>
      repository.alone(async (tx) => {
        const newest = await repository.newest(tx);
        if ((newest?.number ?? null) !== after) throw conflict(newest);
        const made: BrandVersionRow = {
          ...{ number: (after ?? 0) + 1, files, beganWith, madeBy: by, madeAt: clock.now() },
          ...{ publishedBy: null, publishedAt: null, publishedFor: null },
        };
        await repository.insert(tx, made);
        await record(tx, made);
        return made;
      }),

    /**
     * Publishes the newest version: processes take it when they start next. Its legal texts are
     * recorded, so that no later version has other words under the same dates.
     * @throws AppError `cannot_publish` with every problem, `conflict` where it is not the newest
     *   or was published before.
     */
    publish: (number: number, reason: string, { by, record }: DoneBy): Promise<ListedVersion> =>
      repository.alone(async (tx) => {
        const found = await repository.find(number, tx);
        if (!found) throw new AppError('not_found', `There is no version ${number} of the brand.`);
        const newest = await repository.newest(tx);
        if (newest?.number !== number) throw conflict(newest);
        const { brand: read, problems } = judged(found.files);
        const all = read ? [...problems, ...(await legal.record(tx, read))] : problems;
        if (all.length > 0) throw refusal(all);
        const published = await repository.publish(tx, number, { by, at: clock.now(), reason });
        if (!published)
          throw new AppError('conflict', `Version ${number} of the brand is published already.`);
        await record(tx, published);
        return published;
      }),

    purge: () => repository.purge(KEPT_DRAFTS),
  };
}

function conflict(newest: ListedVersion | undefined): AppError {
  const by = newest ? `: ${newest.madeBy} made version ${newest.number}` : '';
  return new AppError('conflict', `This is not the newest version of the brand${by}.`, {
    fields: [{ field: 'after', problem: 'is not the newest version' }],
  });
}

function refusal(problems: readonly BrandProblem[]): AppError {
  const fieldOf = (file: BrandFileName, field: string): string =>
    field === '' ? file : `${file}: ${field}`;
  return new AppError('cannot_publish', 'This version has faults, so it is not published.', {
    fields: problems.map(({ file, field, problem }) => ({ field: fieldOf(file, field), problem })),
  });
}
