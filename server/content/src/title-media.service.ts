import {
  captionsOf,
  importedAfter,
  type OwnCaptions,
  withCaptions,
  withoutCaptions,
} from '@bonisa/domain/playback/title-captions';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { EntriesWork } from './catalogue.service.ts';
import { type EntryMedia, noteMedia } from './editing/batch.media.ts';
import { isSame } from './editing/batch.values.ts';
import { keyKindOf } from './editing/entry-kinds.ts';
import type { VersionsRepository } from './editing/versions.repository.ts';
import { differences, type Writer, writeVersion } from './editing/versions.service.ts';
import type {
  MediaColumns,
  MediaOwner,
  MediaOwnerName,
  TitleMediaRepository,
} from './title-media.repository.ts';

/** Gives videos and episodes media and captions, and takes them away. */

export interface TitleMediaParts {
  readonly reading: TitleMediaRepository;
  readonly repositoryOn: (db: Database) => TitleMediaRepository;
  readonly versionsOn: (db: Database) => VersionsRepository;
  readonly mediaOn: (db: Database) => EntryMedia;
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

/** What a change reads and writes, in its transaction. */
interface Stores {
  readonly repository: TitleMediaRepository;
  readonly versions: VersionsRepository;
  readonly media: EntryMedia;
}

export type TitleMedia = ReturnType<typeof createTitleMedia>;

export function createTitleMedia(parts: TitleMediaParts) {
  const { reading, repositoryOn, versionsOn, mediaOn, change } = parts;

  async function found(name: MediaOwnerName, from = reading): Promise<MediaOwner> {
    const owner = await from.find(name);
    if (!owner) throw new AppError('not_found', `There is no ${name.kind} '${name.key}'.`);
    return owner;
  }

  /** Writes the columns that `decide` returns. Returns the entry afterwards. */
  async function edit(
    name: MediaOwnerName,
    decide: (owner: MediaOwner, stores: Stores) => Promise<MediaColumns | undefined>,
    record: RecordMedia,
  ): Promise<MediaOwner> {
    return await change(async (transaction, now) => {
      const repository = repositoryOn(transaction);
      const versions = versionsOn(transaction);
      const media = mediaOn(transaction);
      const before = await found(name, repository);
      const columns = await decide(before, { repository, versions, media });
      if (!columns) return { result: before, indexing: undefined };
      await repository.set(before, columns, now);
      const after = { ...before, ...columns };
      await record.audit(after, transaction);
      const version = await noteVersion(versions, { before, after, by: record.by, now });
      await noteMedia([{ before: { ...before }, values: after }], media, now);
      const result = { ...after, version };
      return { result, indexing: { formerParents: new Set(), genres: [] } };
    });
  }

  /** Changes captions of one language, unless another person has changed them since `began`. */
  const editCaptions = (
    name: MediaOwnerName,
    change: CaptionsChange,
    decide: (captions: MediaOwner['captions']) => readonly OwnCaptions[],
    record: RecordMedia,
  ) =>
    edit(
      name,
      async (owner, { versions }) => {
        const { language, began } = change;
        if (began !== undefined) await refuseUnseenCaptions(owner, { language, began }, versions);
        const decided = decide(owner.captions);
        const captions = decided.length > 0 ? decided : null;
        if (isSame(captions, owner.captions)) return undefined;
        const importedCaptions = importedAfter(owner.importedCaptions, change);
        return { captions, importedCaptions };
      },
      record,
    );

  return {
    /** Whether any entry shows a file of captions. */
    showsCaptions: reading.showsCaptions,
    find: (name: MediaOwnerName): Promise<MediaOwner> => found(name),
    /** The entries that play an asset, or will; `on`: as a transaction sees them. */
    usesOf: (assetId: string, on?: Database) => (on ? repositoryOn(on) : reading).usesOf(assetId),
    assetsOfTitles: reading.assetsOfTitles,

    /**
     * Gives an entry an asset: at once if it has none or if the asset is ready, else when it is.
     * Until then viewers play what they played before. Throws `scope_missing` where a caller who
     * may not publish would change what viewers of a published entry see, and `not_found` or
     * `conflict` where the asset is gone by now or could not be packaged.
     */
    attach: (
      name: MediaOwnerName,
      { assetId, mayReplace, seen }: AttachOptions,
      record: RecordMedia,
    ) =>
      edit(
        name,
        async (owner, { repository, media }) => {
          await refuseUnplayable(assetId, media);
          if (seen && owner.assetId !== assetId) refuseUnseen(owner, seen);
          // The first film is what who published the entry waits for.
          const isReplaced = owner.assetId !== null && owner.assetId !== assetId;
          if (owner.published && isReplaced && !mayReplace)
            throw new AppError(
              'scope_missing',
              'Viewers would see another film: this needs the right catalogue:publish.',
            );
          // It stays, also where this entry has it already and another one gave it up.
          await media.keep([assetId]);
          if (owner.assetId === assetId)
            return owner.nextAssetId === null ? undefined : { nextAssetId: null };
          const isReady = await repository.isReady(assetId);
          const isPlayed = owner.assetId !== null && (await repository.isReady(owner.assetId));
          return isPlayed && !isReady ? { nextAssetId: assetId } : { assetId, nextAssetId: null };
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
          if (onlyNext) return { nextAssetId: null };
          if (owner.published && !mayHide)
            throw new AppError(
              'scope_missing',
              'Without media viewers do not see it any more: this needs the right catalogue:publish.',
            );
          return { assetId: null, nextAssetId: null };
        },
        record,
      ),

    /**
     * Gives an entry captions of a language in place of others. Throws `conflict` where another
     * person has changed those of the language since the version that the caller began from.
     */
    putCaptions: (name: MediaOwnerName, edit: CaptionsEdit, record: RecordMedia) =>
      editCaptions(name, edit, (captions) => captionsWith(captions, edit), record),

    /**
     * Forgets what was decided about a language: the captions of the media come back. Throws
     * `conflict` as `putCaptions` does.
     */
    forgetCaptions: (name: MediaOwnerName, change: CaptionsChange, record: RecordMedia) =>
      editCaptions(name, change, (captions) => withoutCaptions(captions, change.language), record),
  };
}

const MOST_LANGUAGES = 30;

/** A change of the captions of one language. */
export interface CaptionsChange {
  readonly language: string;
  /** The version of the entry that the caller began from. */
  readonly began?: number | undefined;
  /** The digest of the words that an import gives. */
  readonly imported?: string | undefined;
  /** The digest of the words that viewers had before. */
  readonly before?: string | undefined;
}

/** Captions of a language as a caller gives them. */
export interface CaptionsEdit extends CaptionsChange, Omit<OwnCaptions, 'filesId'> {
  /** Null: those of the media are hidden. Undefined: the file that the entry has. */
  readonly filesId: string | null | undefined;
}

function captionsWith(
  captions: MediaOwner['captions'],
  { language, label, isDefault, filesId: given }: CaptionsEdit,
): readonly OwnCaptions[] {
  const filesId = given === undefined ? captionsOf(captions, language)?.filesId : given;
  if (filesId === undefined || (given === undefined && filesId === null))
    throw new AppError('invalid_request', 'text: the captions themselves are missing', {
      fields: [{ field: 'text', problem: 'the captions themselves are missing' }],
    });
  const decided = withCaptions(captions, { language, label, isDefault, filesId });
  if (decided.length > MOST_LANGUAGES)
    throw new AppError('invalid_request', `A title has at most ${MOST_LANGUAGES} captions.`);
  return decided;
}

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

/**
 * Another film, and other captions, are a version of their title: who gave them, and what to go
 * back to. Returns the newest version.
 */
async function noteVersion(
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
): Promise<number> {
  const notedOf = ({ assetId, nextAssetId, captions }: MediaOwner) => {
    return { assetId: nextAssetId ?? assetId, captions };
  };
  const fields = differences(notedOf(before), notedOf(after));
  const { kind, key, version } = before;
  if (Object.keys(fields).length === 0) return version;
  const change = { kind: keyKindOf(kind), key, action: 'changed', fields } as const;
  return await writeVersion(versions, { ...change, by, now });
}

/** Refuses captions in place of those that another person has given or removed meanwhile. */
async function refuseUnseenCaptions(
  { kind, key, captions, version }: MediaOwner,
  { language, began }: { readonly language: string; readonly began: number },
  versions: VersionsRepository,
): Promise<void> {
  const refuse = (description: string, problem: string): never => {
    throw new AppError('conflict', description, { fields: [{ field: 'version', problem }] });
  };
  if (began > version) refuse('There is no such version.', `the newest version is ${version}`);
  const later =
    began < version ? await versions.afterEach(keyKindOf(kind), new Map([[key, began]])) : [];
  const changes = later.filter(({ fields }) => fields.captions);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return;
  const seen = first.fields.captions?.before as MediaOwner['captions'];
  if (isSame(captionsOf(seen, language), captionsOf(captions, language))) return;
  refuse(
    'Somebody else has changed these captions meanwhile.',
    `${last.actor} changed the captions at ${last.at.toISOString()}`,
  );
}

/** Refuses a film that was removed meanwhile, or that could not be packaged. */
async function refuseUnplayable(assetId: string, media: EntryMedia): Promise<void> {
  const state = (await media.assetStates([assetId])).get(assetId);
  if (!state) throw new AppError('not_found', 'There is no such media.');
  if (state === 'failed')
    throw new AppError('conflict', 'This film could not be packaged. Upload it again.');
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
