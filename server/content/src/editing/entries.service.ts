import { ENTRY_FIELDS, type EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import {
  type EntryState,
  entryState,
  type StatedEntry,
  withdrawnSince,
} from '@bonisa/domain/catalogue/entry-state';
import { fieldsAt } from '@bonisa/domain/catalogue/entry-versions';
import { type PublishBlocker, publishBlockersOf } from '@bonisa/domain/catalogue/publish-blockers';
import {
  captionFiles,
  captionsAgain,
  type OwnCaptions,
} from '@bonisa/domain/playback/title-captions';
import type { Clock } from '@bonisa/kit/clock/clock';
import { picturesMissing, picturesNamed } from './batch.artwork.ts';
import { isFilmGone, type MediaStates, mediaNamed, readMedia } from './batch.media.ts';
import type { BatchRepository, Values } from './batch.repository.ts';
import type { ApplyOptions, BatchOutcome, EditingService } from './editing.service.ts';
import { type Form, readForms } from './entry-forms.ts';
import { keyKindOf } from './entry-kinds.ts';
import { STATE_FIELDS } from './publish-rights.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import type { VersionsRepository } from './versions.repository.ts';
import { differences } from './versions.service.ts';

/** Single entries: their form, their state, their versions. Every write goes through a batch. */

export interface EntryName {
  readonly kind: EntryKind;
  readonly key: string;
}

export interface Entry extends EntryName {
  readonly id: number;
  readonly version: number;
  readonly state: EntryState | null;
  readonly fields: Form;
  readonly lacks: readonly PublishBlocker[];
}

/** An entry with what it lacks, where that hinders its publication. */
export interface Unready extends EntryName {
  readonly lacks: readonly PublishBlocker[];
}

export interface StateChange {
  readonly entries: readonly (EntryName & { readonly version?: number | undefined })[];
  readonly state: 'published' | 'scheduled' | 'withdrawn';
  readonly at: Date | undefined;
  /** Whether entries that are published keep beginnings that lie ahead. */
  readonly ownTimes: boolean;
  /** Whether to say what would change, and write nothing. */
  readonly isDryRun: boolean;
}

/** An entry after a change of its state. */
export interface ChangedEntry extends EntryName {
  readonly title: string;
  readonly state: EntryState;
  readonly version: number;
  readonly lacks: readonly PublishBlocker[];
  /** The beginning ahead that the change took away or replaced. */
  readonly losesFrom: Date | null;
}

/** What became of a change of states: written, or why not. */
export type StateOutcome =
  | { readonly done: readonly ChangedEntry[] }
  | { readonly missing: EntryName }
  | { readonly unready: readonly Unready[] }
  | { readonly outcome: BatchOutcome };

/** What became of an undo. */
export interface RestoreOutcome {
  readonly outcome: BatchOutcome;
  /** The fields whose picture, film or captions are not kept any more: they stay as they are. */
  readonly without: readonly string[];
}

export interface EntriesParts {
  readonly editing: Pick<EditingService, 'apply' | 'preview'>;
  readonly repository: BatchRepository;
  readonly versions: VersionsRepository;
  readonly publishing: PublishingRepository;
  readonly media: MediaStates;
  readonly clock: Clock;
}

export type EntriesService = ReturnType<typeof createEntriesService>;

export function createEntriesService(parts: EntriesParts) {
  const { editing, repository, versions, publishing, clock } = parts;

  const rowOf = async ({
    kind,
    key,
  }: EntryName): Promise<(Values & { id: number }) | undefined> => {
    const id = (await repository.idsByKey(keyKindOf(kind), [key])).get(key);
    const row =
      id === undefined ? undefined : (await repository.current(keyKindOf(kind), [id])).get(id);
    const isOther = (kind === 'show' || kind === 'video') && row?.kind !== kind;
    return row && !isOther ? (row as Values & { id: number }) : undefined;
  };

  const lacks = async (kind: EntryKind, row: Values, now: Date): Promise<PublishBlocker[]> => {
    if (!('published' in ENTRY_FIELDS[kind])) return [];
    const facts = await publishing.factsOf(kind, row, now);
    const isFailed =
      facts.media === 'waiting' && (await parts.media.failures([`${row.assetId}`])).size > 0;
    return publishBlockersOf(kind, isFailed ? { ...facts, media: 'failed' } : facts, now);
  };

  async function entry(name: EntryName): Promise<Entry | undefined> {
    const { kind, key } = name;
    // Before the fields: with a newer version than theirs, a form would overwrite another's change.
    const latest = await versions.latest(keyKindOf(kind), [key]);
    const row = await rowOf(name);
    if (!row) return undefined;
    const now = clock.now();
    const form = (await readForms(kind, [row.id], repository)).get(row.id) ?? {};
    return {
      ...{ kind, key, id: row.id, fields: form },
      version: latest.get(key) ?? 0,
      state: 'published' in row ? entryState(row as unknown as StatedEntry, now) : null,
      lacks: await lacks(kind, row, now),
    };
  }

  const notedForm = async (kind: EntryKind, id: number): Promise<Form> =>
    (await readForms(kind, [id], repository, { noted: true })).get(id) ?? {};

  /** The fields as a version left them; `undefined` for a version that there is not. */
  async function formAt({ kind, key }: EntryName, number: number): Promise<Form | undefined> {
    const newest = await versions.latest(keyKindOf(kind), [key]);
    if (number > (newest.get(key) ?? 0)) return undefined;
    const row = await rowOf({ kind, key });
    if (!row && !newest.has(key)) return undefined;
    const current = row ? await notedForm(kind, row.id) : {};
    const later = await versions.afterEach(keyKindOf(kind), new Map([[key, number]]));
    const { kind: _, ...form } = fieldsAt(current, later);
    return form;
  }

  return {
    entry,

    async lacks(name: EntryName): Promise<readonly PublishBlocker[] | undefined> {
      const row = await rowOf(name);
      return row && (await lacks(name.kind, row, clock.now()));
    },

    /** Changes the state of entries, all or none, or says what would change. */
    async setStates(change: StateChange, options: ApplyOptions): Promise<StateOutcome> {
      const now = clock.now();
      const planned: PlannedState[] = [];
      for (const { kind, key, version } of change.entries) {
        const row = await rowOf({ kind, key });
        if (!row) return { missing: { kind, key } };
        planned.push(planState({ kind, key, version }, { change, row, now }));
      }
      const unready = change.state === 'withdrawn' ? [] : await unreadyOf(planned, now);
      if (unready.length > 0) return { unready };
      const rows = planned.map(({ given }) => given);
      const outcome = change.isDryRun
        ? await editing.preview(rows, { mayPublish: true })
        : await editing.apply(rows, { ...options, mayPublish: true });
      if (outcome.problems.length > 0) return { outcome };
      const done: ChangedEntry[] = [];
      for (const { name, title, after, losesFrom } of planned) {
        const written = await entry(name);
        if (!written) continue;
        const { version, lacks: left } = written;
        const wouldBe = entryState(after as unknown as StatedEntry, now);
        const state = (change.isDryRun ? wouldBe : written.state) ?? 'draft';
        done.push({ ...name, title, state, version, lacks: left, losesFrom });
      }
      return { done };
    },

    /** One page of versions, newest first. */
    versions: ({ kind, key }: EntryName, page: { before?: number | undefined; limit: number }) =>
      versions.page(keyKindOf(kind), key, page),

    /** An entry as one version left it, and what changed from there to another one. */
    async compare(name: EntryName, from: number, to: number | undefined) {
      const newest = await versions.latest(keyKindOf(name.kind), [name.key]);
      const until = to ?? newest.get(name.key) ?? 0;
      const [before, after] = [await formAt(name, from), await formAt(name, until)];
      if (!before || !after) return undefined;
      // Captions are no field of a row, so no form can send them back.
      const { captions: _, ...fields } = before;
      return { version: from, to: until, fields, changes: differences(before, after) };
    },

    /**
     * Writes the fields of an earlier version as a new one; `undefined`: there is none, or the
     * entry is deleted. The entry keeps its state and its windows.
     */
    async restore(
      name: EntryName,
      number: number,
      options: ApplyOptions,
    ): Promise<RestoreOutcome | undefined> {
      const { captions: earlier, ...form } = (await formAt(name, number)) ?? {};
      const known = await rowOf(name);
      if (!known || Object.keys(form).length === 0) return undefined;
      const { captions, ...current } = await notedForm(name.kind, known.id);
      // Only what differs, so that a restored word needs no right to publish.
      const fields: Record<string, unknown> = Object.fromEntries(
        Object.entries(differences(current, form)).map(([field, { after }]) => [field, after]),
      );
      for (const field of STATE_FIELDS) delete fields[field];
      const kept = await repository.uploadedPictures(picturesNamed([fields]));
      const pictures = picturesMissing(fields, kept);
      // The accent was that of the picture, and goes with it.
      if (pictures.length > 0) delete fields.accent;
      const films = await readMedia(mediaNamed([fields]), parts);
      const lost = isFilmGone(fields, films) ? [...pictures, 'assetId'] : pictures;
      for (const field of lost) delete fields[field];
      const row = { ...name, ...fields };
      const again = await captionsBack(earlier, captions);
      const outcome = await editing.apply([row], {
        ...options,
        restored: () => number,
        captions: () => again.captions,
      });
      return { outcome, without: again.isWhole ? lost : [...lost, 'captions'] };
    },
  };

  async function unreadyOf(planned: readonly PlannedState[], now: Date): Promise<Unready[]> {
    const unready: Unready[] = [];
    for (const { name, after } of planned) {
      const at = aheadOf(after, now) ?? now;
      const blocking = (await lacks(name.kind, after, at)).filter(({ blocks }) => blocks);
      if (blocking.length > 0) unready.push({ ...name, lacks: blocking });
    }
    return unready;
  }

  /** The captions that an undo brings back; `undefined`: what they were is not known. */
  async function captionsBack(earlier: unknown, current: unknown) {
    if (earlier === undefined) return { captions: undefined, isWhole: true };
    const then = earlier as readonly OwnCaptions[] | null;
    const now = (current ?? null) as readonly OwnCaptions[] | null;
    const shown = new Set(captionFiles(now));
    const replaced = captionFiles(then).filter((id) => !shown.has(id));
    const kept = await parts.media.keptCaptions(replaced);
    return captionsAgain(then, now, (id) => shown.has(id) || kept.has(id));
  }
}

/** A change of one entry's state, decided. */
interface PlannedState {
  readonly name: EntryName;
  readonly title: string;
  /** As a row of a batch. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The entry's row afterwards. */
  readonly after: Values;
  readonly losesFrom: Date | null;
}

function planState(
  { kind, key, version }: StateChange['entries'][number],
  { change, row, now }: { readonly change: StateChange; readonly row: Values; readonly now: Date },
): PlannedState {
  const { published, from } = stateFor(kind, change, row, now);
  const batchRow = { kind, key, version, published };
  const withdrawnAt = withdrawnSince(row as unknown as StatedEntry, published, now);
  const after = { ...row, published, withdrawnAt };
  const title = [row.title, row.name, row.eyebrow].find((words) => typeof words === 'string');
  const namedEntry = { name: { kind, key }, title: String(title ?? key) };
  if (from === undefined) return { ...namedEntry, given: batchRow, after, losesFrom: null };
  const ahead = aheadOf(row, now);
  return {
    ...namedEntry,
    given: { ...batchRow, availableFrom: from?.toISOString() ?? null },
    after: { ...after, availableFrom: from },
    losesFrom: ahead?.getTime() === from?.getTime() ? null : ahead,
  };
}

/** What a change of state writes; `from` is undefined where the beginning stays. */
function stateFor(
  kind: EntryKind,
  { state, at, ownTimes }: StateChange,
  row: Values,
  now: Date,
): { readonly published: boolean; readonly from?: Date | null | undefined } {
  if (state === 'withdrawn') return { published: false };
  if (state === 'scheduled') return { published: true, from: at };
  // Published now: a later beginning would keep it from viewers.
  const isDropped = 'availableFrom' in ENTRY_FIELDS[kind] && !ownTimes && aheadOf(row, now);
  return { published: true, ...(isDropped ? { from: null } : {}) };
}

/** The beginning of an entry that lies ahead; null: it has none. */
function aheadOf({ availableFrom: from }: Values, now: Date): Date | null {
  return from instanceof Date && from > now ? from : null;
}
