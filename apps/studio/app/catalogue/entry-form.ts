import { catalogueEntry, catalogueSaveEntry } from '@bonisa/contract/studio/editing.calls';
import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';
import { useState } from 'react';
import { useAct, useReread, useSaved } from '../calls/use-calls.ts';
import { useLeaveGuard } from '../design/leave-guard.ts';
import { isConflict } from '../editing/conflict-dialog.tsx';
import type { Entry } from '../editing/entry-state.tsx';
import {
  changedBesides,
  type Draft,
  NOTHING_TYPED,
  withField,
  withoutSaved,
} from './entry-draft.ts';
import { emptyFields, type Fields, problemsOf, sentFields } from './field-plan.ts';
import { problemsByField } from './field-problems.ts';
import { focusFault, unreadFields } from './form-faults.ts';
import type { KindView } from './kinds.ts';
import { keyProblems, NO_VERSION, newKeyOf } from './new-key.ts';

export type EntryFormState = ReturnType<typeof useEntryForm>;

/** What is typed, what is wrong with it, and how it is saved. */
export function useEntryForm({ kind, one }: KindView, entry: Entry | undefined) {
  const start = entry ? entry.fields : emptyFields(kind);
  const [{ typed, began }, setDraft] = useState(NOTHING_TYPED);
  const [newKey, setNewKey] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** Why the form was not sent at the last press of Save. */
  const [unsent, setUnsent] = useState<Readonly<Record<string, string>>>();
  /** Fields that somebody else had changed, as the last save found. */
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const act = useAct(catalogueSaveEntry, { done: `The ${one} is saved.` });
  const show = useSaved();
  const reread = useReread();
  const proposed = followsTitle(entry) ? proposedSlug({ ...start, ...typed }) : {};
  const fields = { ...start, ...proposed, ...typed };
  const isChanged = Object.keys(typed).length > 0;
  const mayLeave = useLeaveGuard(isChanged);
  // A conflict is asked about in a dialog.
  const isAsked = entry !== undefined && isConflict(act.error);
  const refused = isAsked ? {} : refusedFields(act.error, fields);
  const { slug: unnamed, ...others } = problems;
  const found = 'slug' in typed || !proposed.slug ? problems : others;

  async function save(element: Element) {
    const sent = sentFields(kind, fields);
    const unread = unreadFields(element);
    const all = { ...problemsOf(kind, sent), ...unread };
    setProblems(all);
    // What is stored already, and was not changed, hinders nobody.
    const faults = Object.entries(all).filter(
      ([name]) => !entry || name in typed || name in unread,
    );
    setUnsent(faults.length > 0 ? Object.fromEntries(faults) : undefined);
    if (faults.length > 0) {
      act.forget();
      const names = faults.map(([name]) => name);
      focusFault(element, names);
      return undefined;
    }
    if (entry) return await write(entry.key, { ...proposed, ...typed }, began ?? entry.version);
    const key = newKeyOf(kind, newKey, sent);
    return key === undefined ? undefined : await write(key, sent, NO_VERSION);
  }

  /** Fields that a person typed, as they are sent: an empty one may be none. */
  function changesOf(some: Fields): Fields {
    const sent = Object.entries(sentFields(kind, { ...start, ...some }));
    return Object.fromEntries(sent.filter(([name]) => name in some));
  }

  /** Saves what is typed; typing goes on meanwhile. */
  async function write(key: string, given: Fields, version: number) {
    const params = { kind, key };
    const changes = entry ? changesOf(given) : given;
    const saved = await act.act({ params, body: { fields: changes, version } });
    if (!saved) return undefined;
    show(catalogueEntry, { params }, saved);
    if (entry) setTheirs(changedBesides(start, saved.fields, changes));
    if (entry) setDraft((now) => withoutSaved(now, given, saved.version));
    else restart();
    return saved;
  }

  /** What a refusal said counts until the form is changed. */
  function forgetRefusal(): void {
    act.forget();
    setUnsent(undefined);
  }

  /** Gives up what is typed for what somebody else has saved. */
  async function leaveTheirs(): Promise<void> {
    await reread();
    act.forget();
    setDraft(NOTHING_TYPED);
  }

  function restart(): void {
    mayLeave();
    setDraft(NOTHING_TYPED);
  }

  return {
    fields,
    began: began ?? entry?.version ?? 0,
    newKey,
    setNewKey: (key: string) => {
      forgetRefusal();
      setNewKey(key);
    },
    isChanged,
    theirs,
    unsent,
    save,
    isBusy: act.isBusy,
    error: act.error,
    problems: { ...found, ...refused, ...keyProblems(kind, newKey, refused.key) },
    typed,
    forgetError: act.forget,
    /** Saves what the person chose after a conflict, on top of the newest version. */
    resolve: async (kept: Fields, version: number): Promise<void> => {
      if (Object.keys(kept).length === 0) return await leaveTheirs();
      setDraft({ typed: kept, began });
      if (entry) await write(entry.key, kept, version);
    },
    /** What is typed becomes a change of this version. */
    continueFrom: (version: number): void => {
      act.forget();
      setDraft({ typed, began: version });
    },
    forget: restart,
    set: (name: string, value: unknown) => {
      forgetRefusal();
      setProblems(({ [name]: _, ...others }) => others);
      setDraft((now) => withField(withSlugOf(name, now), name, value, entry?.version));
    },
  };
}

/** Whether the slug is that of the title until a person types one: of drafts, while it is so. */
function followsTitle(entry: Entry | undefined): boolean {
  if (!entry) return true;
  const { slug, title, name } = entry.fields;
  return entry.state === 'draft' && slug === slugOf(String(title ?? name));
}

/** An emptied slug is proposed again from the next letter of the title on. */
function withSlugOf(name: string, draft: Draft): Draft {
  const { slug, ...others } = draft.typed;
  return slug === '' && (name === 'title' || name === 'name') ? { ...draft, typed: others } : draft;
}

function proposedSlug({ title, name, slug }: Fields): Fields {
  return slug === undefined ? {} : { slug: slugOf(String(title ?? name)) };
}

function refusedFields(error: Error | null, fields: Fields): Readonly<Record<string, string>> {
  return error instanceof StudioCallError ? problemsByField(error.fields, fields) : {};
}
