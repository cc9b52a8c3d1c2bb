import {
  type OwnCaptions,
  withCaptions,
  withoutCaptions,
} from '@bonisa/domain/playback/title-captions';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { EntriesWork } from './catalogue.service.ts';
import { keyKindOf } from './editing/entry-kinds.ts';
import type { VersionsRepository } from './editing/versions.repository.ts';
import { type Writer, writeVersion } from './editing/versions.service.ts';
import type { MediaOwner, MediaOwnerName, TitleMediaRepository } from './title-media.repository.ts';

/** Gives videos and episodes media and captions, and takes them away. */

export interface TitleMediaParts {
  readonly reading: TitleMediaRepository;
  readonly repositoryOn: (db: Database) => TitleMediaRepository;
  readonly versionsOn: (db: Database) => VersionsRepository;
  /** Runs work beside which no other change of the catalogue runs. */
  readonly change: <Result>(work: EntriesWork<Result>) => Promise<Result>;
}

/** Who changes media, and what writes the audit of it in its transaction. */
export interface RecordMedia {
  readonly by: Writer;
  readonly audit: (owner: MediaOwner, database: Database) => Promise<void>;
}

/** What an entry played and what waited to take over when the caller looked. */
export type SeenMedia = Pick<MediaOwner, 'assetId' | 'nextAssetId'>;

interface Change {
  readonly columns: Partial<Pick<MediaOwner, 'assetId' | 'nextAssetId' | 'captions'>>;
  /** The asset that the entry plays no more. */
  readonly replaced?: string | null;
}

export type TitleMedia = ReturnType<typeof createTitleMedia>;

export function createTitleMedia({ reading, repositoryOn, versionsOn, change }: TitleMediaParts) {
  async function found(name: MediaOwnerName, from = reading): Promise<MediaOwner> {
    const owner = await from.find(name);
    if (!owner) throw new AppError('not_found', `There is no ${name.kind} '${name.key}'.`);
    return owner;
  }

  async function edit(
    name: MediaOwnerName,
    decide: (owner: MediaOwner, repository: TitleMediaRepository) => Promise<Change | undefined>,
    record: RecordMedia,
  ): Promise<{ readonly owner: MediaOwner; readonly replaced: string | null }> {
    return await change(async (transaction, now) => {
      const repository = repositoryOn(transaction);
      const owner = await found(name, repository);
      const decided = await decide(owner, repository);
      if (!decided) return { result: { owner, replaced: null }, indexing: undefined };
      await repository.set(owner, decided.columns, now);
      const after = { ...owner, ...decided.columns };
      await record.audit(after, transaction);
      await noteFilm(versionsOn(transaction), { before: owner, after, by: record.by, now });
      const result = { owner: after, replaced: decided.replaced ?? null };
      return { result, indexing: { formerParents: new Set(), genres: [] } };
    });
  }

  return {
    find: (name: MediaOwnerName): Promise<MediaOwner> => found(name),
    usesOf: reading.usesOf,
    assetsOfTitles: reading.assetsOfTitles,

    /**
     * Gives an entry an asset: at once if it has none or if the asset is ready, else when it is.
     * Until then viewers play what they played before. Throws `scope_missing` where a caller who
     * may not publish would change what viewers of a published entry see.
     */
    attach: (
      name: MediaOwnerName,
      { assetId, mayReplace, seen }: AttachOptions,
      record: RecordMedia,
    ) =>
      edit(
        name,
        async (owner, repository) => {
          if (seen && owner.assetId !== assetId) refuseUnseen(owner, seen);
          // The first film is what who published the entry waits for.
          const isReplaced = owner.assetId !== null && owner.assetId !== assetId;
          if (owner.published && isReplaced && !mayReplace)
            throw new AppError(
              'scope_missing',
              'Viewers would see another film: this needs the right catalogue:publish.',
            );
          if (owner.assetId === assetId)
            return owner.nextAssetId === null ? undefined : { columns: { nextAssetId: null } };
          const isReady = await repository.isReady(assetId);
          const isPlayed = owner.assetId !== null && (await repository.isReady(owner.assetId));
          if (isPlayed && !isReady) return { columns: { nextAssetId: assetId } };
          return { columns: { assetId, nextAssetId: null }, replaced: owner.assetId };
        },
        record,
      ),

    /**
     * Takes the media of an entry away, or only the one that waits to take over. Throws `conflict`
     * where somebody else has given it other media since the caller looked.
     */
    detach: (
      name: MediaOwnerName,
      { onlyNext, mayHide, seen }: DetachOptions,
      record: RecordMedia,
    ) =>
      edit(
        name,
        async (owner) => {
          const { assetId, nextAssetId } = owner;
          if (nextAssetId === null && (onlyNext || assetId === null)) return undefined;
          if (seen) refuseUnseen(owner, seen);
          if (onlyNext) return { columns: { nextAssetId: null }, replaced: nextAssetId };
          if (owner.published && !mayHide)
            throw new AppError(
              'scope_missing',
              'Without media viewers do not see it any more: this needs the right catalogue:publish.',
            );
          return { columns: { assetId: null, nextAssetId: null }, replaced: owner.assetId };
        },
        record,
      ),

    /** Gives an entry captions of a language in place of others. */
    putCaptions: (name: MediaOwnerName, given: OwnCaptions, record: RecordMedia) =>
      edit(
        name,
        async ({ captions }) => {
          const decided = withCaptions(captions, given);
          if (decided.length > MOST_LANGUAGES)
            throw new AppError(
              'invalid_request',
              `A title has at most ${MOST_LANGUAGES} captions.`,
            );
          return { columns: { captions: decided } };
        },
        record,
      ),

    /** Forgets what was decided about a language: the captions of the media come back. */
    forgetCaptions: (name: MediaOwnerName, language: string, record: RecordMedia) =>
      edit(
        name,
        async ({ captions }) => {
          const left = withoutCaptions(captions, language);
          return { columns: { captions: left.length > 0 ? left : null } };
        },
        record,
      ),
  };
}

const MOST_LANGUAGES = 30;

export interface AttachOptions {
  readonly assetId: string;
  /** Whether the caller may decide what viewers of a published entry see. */
  readonly mayReplace: boolean;
  readonly seen?: SeenMedia | undefined;
}

export interface DetachOptions {
  readonly onlyNext: boolean;
  /** Whether the caller may take a published entry from viewers. */
  readonly mayHide: boolean;
  readonly seen?: SeenMedia | undefined;
}

/** Another film is a version of its title: who gave it, and what to go back to. */
async function noteFilm(
  versions: VersionsRepository,
  {
    before,
    after,
    by,
    now,
  }: {
    readonly before: MediaOwner;
    readonly after: MediaOwner;
    readonly by: Writer;
    readonly now: Date;
  },
): Promise<void> {
  const filmOf = ({ assetId, nextAssetId }: MediaOwner) => nextAssetId ?? assetId;
  const film = { before: filmOf(before), after: filmOf(after) };
  if (film.before === film.after) return;
  const { kind, key } = before;
  const entry = { kind: keyKindOf(kind), key };
  const change = { ...entry, action: 'changed', fields: { assetId: film } } as const;
  await writeVersion(versions, { ...change, by, now });
}

/** Refuses what would replace or remove media unseen; media that took over by itself was seen. */
function refuseUnseen(owner: MediaOwner, seen: SeenMedia): void {
  const tookOver = seen.nextAssetId !== null && owner.assetId === seen.nextAssetId;
  const isSame = owner.assetId === seen.assetId || tookOver;
  const isNextSame = owner.nextAssetId === null || owner.nextAssetId === seen.nextAssetId;
  if (isSame && isNextSame) return;
  throw new AppError('conflict', 'Somebody else has changed its media meanwhile.', {
    fields: [{ field: 'seen', problem: 'the title has other media by now' }],
  });
}
