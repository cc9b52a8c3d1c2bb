import { ENTRY_FIELDS, type EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { type Lack, lacksOf } from '@bonisa/domain/catalogue/entry-lacks';
import { fieldsAt } from '@bonisa/domain/catalogue/entry-merge';
import {
  type EntryState,
  entryState,
  type StatedEntry,
} from '@bonisa/domain/catalogue/entry-state';
import type { Clock } from '../../platform/clock/clock.ts';
import { picturesMissing, picturesNamed } from './batch.artwork.ts';
import { isFilmGone, type MediaStates, mediaNamed, readMedia } from './batch.media.ts';
import type { BatchRepository, Values } from './batch.repository.ts';
import type { DeletedRepository } from './deleted.repository.ts';
import type { ApplyOptions, BatchOutcome, EditingService } from './editing.service.ts';
import { type Form, readForms } from './entry-forms.ts';
import { keyKindOf } from './entry-kinds.ts';
import { readIdentities, type StoredCaptions } from './identity.ts';
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
  readonly lacks: readonly Lack[];
}

/** An entry with what it lacks, where that hinders its publication. */
export interface Unready extends EntryName {
  readonly lacks: readonly Lack[];
}

export interface StateChange {
  readonly entries: readonly (EntryName & { readonly version?: number | undefined })[];
  readonly state: 'published' | 'scheduled' | 'withdrawn';
  readonly at: Date | undefined;
}

/** What became of a change of states: written, or why not. */
export type StateOutcome =
  | { readonly done: readonly Entry[] }
  | { readonly missing: EntryName }
  | { readonly unready: readonly Unready[] }
  | { readonly outcome: BatchOutcome };

/** What became of an undo. */
export interface RestoreOutcome {
  readonly outcome: BatchOutcome;
  /** The fields whose picture or film is not kept any more: they stay as they are. */
  readonly without: readonly string[];
}

export interface EntriesParts {
  readonly editing: Pick<EditingService, 'apply'>;
  readonly repository: BatchRepository;
  readonly versions: VersionsRepository;
  readonly publishing: PublishingRepository;
  readonly media: MediaStates;
  readonly deleted: Pick<DeletedRepository, 'deletion'>;
  readonly storedCaptions: StoredCaptions;
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

  const lacks = async (kind: EntryKind, row: Values, now: Date): Promise<Lack[]> =>
    'published' in ENTRY_FIELDS[kind]
      ? lacksOf(kind, await publishing.factsOf(kind, row, now), now)
      : [];

  async function entry(name: EntryName): Promise<Entry | undefined> {
    const row = await rowOf(name);
    if (!row) return undefined;
    const { kind, key } = name;
    const now = clock.now();
    const form = (await readForms(kind, [row.id], repository)).get(row.id) ?? {};
    const latest = await versions.latest(keyKindOf(kind), [key]);
    return {
      ...{ kind, key, id: row.id, fields: form },
      version: latest.get(key) ?? 0,
      state: 'published' in row ? entryState(row as unknown as StatedEntry, now) : null,
      lacks: await lacks(kind, row, now),
    };
  }

  /** The fields as a version left them; `undefined` for a version that there is not. */
  async function formAt({ kind, key }: EntryName, number: number): Promise<Form | undefined> {
    const newest = await versions.latest(keyKindOf(kind), [key]);
    if (number > (newest.get(key) ?? 0)) return undefined;
    const row = await rowOf({ kind, key });
    if (!row && !newest.has(key)) return undefined;
    const current = row ? ((await readForms(kind, [row.id], repository)).get(row.id) ?? {}) : {};
    const later = await versions.after(keyKindOf(kind), key, number);
    const { kind: _, ...form } = fieldsAt(current, later);
    return form;
  }

  return {
    entry,

    async lacks(name: EntryName): Promise<readonly Lack[] | undefined> {
      const row = await rowOf(name);
      return row && (await lacks(name.kind, row, clock.now()));
    },

    /** Changes the state of entries, all or none. */
    async setStates(change: StateChange, options: ApplyOptions): Promise<StateOutcome> {
      const now = clock.now();
      const rows: object[] = [];
      const unready: Unready[] = [];
      for (const { kind, key, version } of change.entries) {
        const row = await rowOf({ kind, key });
        if (!row) return { missing: { kind, key } };
        const fields = fieldsFor(kind, change, row, now);
        const missing =
          change.state === 'withdrawn'
            ? []
            : await lacks(kind, { ...row, ...datesOf(fields) }, change.at ?? now);
        if (missing.some(({ blocks }) => blocks))
          unready.push({ kind, key, lacks: missing.filter(({ blocks }) => blocks) });
        rows.push({ kind, key, version, ...fields });
      }
      if (unready.length > 0) return { unready };
      const outcome = await editing.apply(rows, { ...options, mayPublish: true });
      if (outcome.problems.length > 0) return { outcome };
      const done: Entry[] = [];
      for (const name of change.entries) {
        const written = await entry(name);
        if (written) done.push(written);
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
      return { version: from, to: until, fields: before, changes: differences(before, after) };
    },

    /** Writes the fields of an earlier version as a new one; `undefined`: there is none. */
    async restore(
      name: EntryName,
      number: number,
      options: ApplyOptions,
    ): Promise<RestoreOutcome | undefined> {
      const form = await formAt(name, number);
      if (!form || Object.keys(form).length === 0) return undefined;
      const known = await rowOf(name);
      const current = known && (await readForms(name.kind, [known.id], repository)).get(known.id);
      // Only what differs, so that a restored word needs no right to publish.
      const fields: Record<string, unknown> = current
        ? Object.fromEntries(
            Object.entries(differences(current, form)).map(([field, { after }]) => [field, after]),
          )
        : withoutNothing(form);
      const kept = await repository.uploadedPictures(picturesNamed([fields]));
      const pictures = picturesMissing(fields, kept);
      // The accent was that of the picture, and goes with it.
      if (pictures.length > 0) delete fields.accent;
      const films = await readMedia(mediaNamed([fields]), parts);
      const without = isFilmGone(fields, films) ? [...pictures, 'assetId'] : pictures;
      for (const field of without) delete fields[field];
      const row = { ...name, ...fields };
      const { identity, lost } = await identityOf(known ? undefined : name);
      const how = { ...options, restored: () => number, identity };
      const outcome = await editing.apply([row], how);
      return { outcome, without: lost.length > 0 ? [...without, 'captions'] : without };
    },
  };

  /** What a deleted entry was, which returns. */
  async function identityOf(name: EntryName | undefined) {
    const deletion = name && (await parts.deleted.deletion(name));
    return await readIdentities(deletion ? [deletion] : [], parts.storedCaptions);
  }
}

/** What a change of state writes. */
function fieldsFor(
  kind: EntryKind,
  { state, at }: StateChange,
  row: Values,
  now: Date,
): Readonly<Record<string, unknown>> {
  if (state === 'withdrawn') return { published: false };
  if (state === 'scheduled') return { published: true, availableFrom: at?.toISOString() };
  const from = row.availableFrom;
  const opens = 'availableFrom' in ENTRY_FIELDS[kind] && from instanceof Date && from > now;
  // Published now: a later beginning would keep it from viewers.
  return { published: true, ...(opens ? { availableFrom: null } : {}) };
}

function datesOf(fields: Readonly<Record<string, unknown>>): Values {
  const { availableFrom: from } = fields;
  return typeof from === 'string' ? { availableFrom: new Date(from) } : {};
}

/** A deleted entry is written whole: what it had not may be absent, and defaults apply. */
function withoutNothing(form: Form): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null));
}
