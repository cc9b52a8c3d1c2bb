import { captionFiles, type OwnCaptions } from '@bonisa/domain/playback/title-captions';
import type { BatchRepository, Values } from './batch.repository.ts';

/**
 * The films of videos and episodes in rows of a batch: `assetId` names media that exists, and what
 * viewers watch goes on until its successor is ready, as where the library gives a film. Captions
 * are in no row; only an undo brings them back.
 */

/** What the media store knows of an asset. */
export type MediaState = 'processing' | 'ready' | 'failed';

/** The media store, a later module: it hands this in. An asset that it does not have is missing. */
export interface MediaStates {
  assetStates(ids: readonly string[]): Promise<ReadonlyMap<string, MediaState>>;
  /** Why films could not be packaged, by asset: of these assets, or of all. */
  failures(ids?: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Those of the replaced files of captions that are not removed yet. */
  keptCaptions(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The same, and what becomes of the films that entries take and give up. */
export interface EntryMedia extends MediaStates {
  /** Films that entries gave up: they go after a while, unless something plays them. */
  retire(ids: readonly string[], now: Date): Promise<void>;
  /** The same of files of captions. */
  retireCaptions(ids: readonly string[], now: Date): Promise<void>;
  /** Films that entries play or will play, and captions that they show: they stay. */
  keep(ids: readonly string[]): Promise<void>;
}

/** Assets by id; `ready`: viewers can play them. One that is missing does not exist. */
export type KnownMedia = ReadonlyMap<string, MediaState>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The assets that rows name, as the database writes them. */
export function mediaNamed(rows: readonly Values[]): string[] {
  const ids = rows.flatMap(({ assetId }) =>
    typeof assetId === 'string' ? [assetId.toLowerCase()] : [],
  );
  return [...new Set(ids.filter((id) => UUID.test(id)))];
}

/** Reads what is known of assets. Only what the catalogue knows to be ready can be played. */
export async function readMedia(
  ids: readonly string[],
  { repository, media }: { repository: Pick<BatchRepository, 'readyMedia'>; media: MediaStates },
): Promise<KnownMedia> {
  const ready = await repository.readyMedia(ids);
  const others = ids.filter((id) => !ready.has(id));
  const known = new Map<string, MediaState>([...ready].map((id) => [id, 'ready']));
  if (others.length === 0) return known;
  for (const [id, state] of await media.assetStates(others))
    known.set(id, state === 'ready' ? 'processing' : state);
  return known;
}

/** Whether the film that fields name cannot be given any more. */
export function isFilmGone({ assetId }: Values, known: KnownMedia): boolean {
  if (typeof assetId !== 'string') return false;
  const state = known.get(assetId.toLowerCase());
  return state === undefined || state === 'failed';
}

/** What an entry plays, or will as soon as that is ready. */
export function filmOf(row: Values | undefined): string | null {
  return ((row?.nextAssetId ?? row?.assetId) as string | null | undefined) ?? null;
}

/** What viewers of an entry see, or will see where nothing plays yet. */
export function playedFilmOf({ assetId, nextAssetId }: Values): string | null {
  return ((assetId ?? nextAssetId) as string | null | undefined) ?? null;
}

/** The columns of an entry after its field `assetId`. A film that it has is not asked about. */
export function filmAfter(
  rawAssetId: string | null,
  before: Values | undefined,
  { media, refuse }: { media: KnownMedia; refuse: (field: string, problem: string) => void },
): Values {
  const assetId = rawAssetId?.toLowerCase() ?? null;
  if (before && assetId === filmOf(before)) return {};
  const playing = before?.assetId as string | null | undefined;
  if (assetId !== null && assetId !== playing) {
    const state = media.get(assetId);
    if (!state) refuse('assetId', 'there is no such media');
    if (state === 'failed') refuse('assetId', 'this film could not be packaged');
    const isPlayed = playing && media.get(playing) === 'ready';
    if (isPlayed && state !== 'ready') return { nextAssetId: assetId };
  }
  return before ? { assetId, nextAssetId: null } : { assetId };
}

type Written = readonly { readonly before: Values | undefined; readonly values: Values }[];

/** Tells the media store which films and captions written entries gave up, and which they took. */
export async function noteMedia(puts: Written, media: EntryMedia, now: Date): Promise<void> {
  const films = exchanged(puts, (row) =>
    [row?.assetId, row?.nextAssetId].filter((id) => typeof id === 'string'),
  );
  const captions = exchanged(puts, (row) =>
    captionFiles(row?.captions as readonly OwnCaptions[] | null | undefined),
  );
  await media.retire(films.given, now);
  await media.retireCaptions(captions.given, now);
  await media.keep([...films.taken, ...captions.taken]);
}

function exchanged(puts: Written, idsOf: (row: Values | undefined) => string[]) {
  const [taken, added] = [new Set<string>(), new Set<string>()];
  for (const { before, values } of puts) {
    const [had, has] = [idsOf(before), idsOf(values)];
    for (const id of has) if (!had.includes(id)) taken.add(id);
    for (const id of had) if (!has.includes(id)) added.add(id);
  }
  return { taken: [...taken], given: [...added] };
}
