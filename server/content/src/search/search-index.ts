import { languageName } from '@bonisa/domain/language';
import type { Database } from '@bonisa/kit/database/database';
import { joined, wordsOf } from './folding.ts';
import {
  createSearchDocuments,
  type Parents,
  type SearchDocument,
  type Touched,
} from './search-documents.repository.ts';
import {
  createSearchIndexRepository,
  type ParentShare,
  type SearchEntry,
} from './search-index.repository.ts';

/**
 * Increase it with every change of the written columns or of the folding of words: each database
 * then rebuilds its index.
 */
const RULES = 7;
/** How many titles or documents are processed in memory at once. */
const CHUNK = 1000;
/** Kinds that have names in other languages, which a typed word may mean. */
const NAMED_IN_LANGUAGES: ReadonlySet<string> = new Set(['genre', 'category']);

type Documents = ReturnType<typeof createSearchDocuments>;
type Index = ReturnType<typeof createSearchIndexRepository>;

/** What a change does besides stamping rows with its time. */
export interface IndexChange extends Touched {
  /** The parents of titles that are gone; see {@link forget}. */
  readonly formerParents?: ReadonlySet<string>;
  /** Genres whose words changed: their rows have no time. */
  readonly genres?: readonly number[];
}

/** Updates the index for a change of the catalogue, within its transaction. */
export async function indexChanges(transaction: Database, change: IndexChange): Promise<void> {
  const { formerParents = new Set<string>(), genres = [], ...touched } = change;
  const documents = createSearchDocuments(transaction);
  const index = createSearchIndexRepository(transaction);
  const titleIds = await documents.touchedTitles(touched);
  const stamped = { ...(await documents.touchedParents(touched)), genre: genres };
  const differences = await changeTitles(documents, index, titleIds);
  const whole = withKeys(stamped, formerParents);
  // A channel with 10,000 titles is not counted anew because one of them changed.
  const partly = differences.filter(({ key }) => !isIn(whole, key));
  const adjusted = new Set(partly.length > 0 ? await index.adjustParents(partly) : []);
  const missing = partly.flatMap(({ key }) => (adjusted.has(key) ? [] : [key]));
  await put(index, await documents.parents(withKeys(whole, new Set(missing))));
  await index.mergePending();
}

/**
 * Removes entries that are about to be deleted. Returns the parents of the titles among them: give
 * them to {@link indexChanges} after the deletion.
 */
export async function forget(
  transaction: Database,
  entries: readonly { readonly kind: string; readonly id: number }[],
): Promise<ReadonlySet<string>> {
  const index = createSearchIndexRepository(transaction);
  const titleIds = entries.filter(({ kind }) => kind === 'title').map(({ id }) => id);
  const parents = titleIds.length > 0 ? await index.parentsOf(titleIds) : [];
  for (const [kind, of] of Map.groupBy(entries, (entry) => entry.kind))
    await index.remove(
      kind === 'title' ? ['video', 'show'] : [kind],
      of.map(({ id }) => id),
    );
  return new Set(parents);
}

/**
 * Builds the index if there is none, or if other rules built it. Call it at the start; a second
 * process waits for the first.
 */
export async function ensureIndex(db: Database): Promise<void> {
  if ((await createSearchIndexRepository(db).rules()) === RULES) return;
  await db.transaction(async (tx) => {
    const transaction = tx as unknown as Database;
    const index = createSearchIndexRepository(transaction);
    await index.holdCatalogue();
    if ((await index.rules()) === RULES) return;
    await index.clear();
    const documents = createSearchDocuments(transaction);
    for (const chunk of chunksOf(await documents.allTitles()))
      await putTitles(documents, index, chunk);
    // Planned as for an empty table, each parent would read all entries.
    await index.analyze();
    await put(index, await documents.parents(await documents.allParents()));
    await index.mergePending();
    await index.setRules(RULES);
  });
}

/** Writes titles with their episodes. Returns what changes of the counts of their parents. */
async function changeTitles(
  documents: Documents,
  index: Index,
  titleIds: readonly number[],
): Promise<readonly ParentShare[]> {
  const differences = new Map<string, ParentShare>();
  const add = (shares: readonly ParentShare[], sign: 1 | -1): void => {
    for (const { key, shown, titles } of shares) {
      const name = `${key} ${shown}`;
      const sum = (differences.get(name)?.titles ?? 0) + sign * titles;
      if (sum === 0) differences.delete(name);
      else differences.set(name, { key, shown, titles: sum });
    }
  };
  for (const chunk of chunksOf(titleIds)) {
    add(await index.shares(chunk), -1);
    await putTitles(documents, index, chunk);
    add(await index.shares(chunk), 1);
  }
  return [...differences.values()];
}

async function putTitles(documents: Documents, index: Index, ids: readonly number[]) {
  await put(index, [...(await documents.titles(ids)), ...(await documents.episodes(ids))]);
}

function chunksOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, at) =>
    items.slice(at * CHUNK, (at + 1) * CHUNK),
  );
}

async function put(index: Index, documents: readonly SearchDocument[]): Promise<void> {
  const words = new Set<string>();
  for (const chunk of chunksOf(documents)) {
    for (const { kind, name, about, languages } of chunk)
      for (const text of [
        ...[name, ...(NAMED_IN_LANGUAGES.has(kind) ? about : [])],
        ...languages.flatMap(languageNames),
      ])
        for (const word of wordsOf(text)) words.add(word);
    await index.put(chunk.map(entryOf));
  }
  if (words.size > 0) await index.addWords([...words]);
}

/** Whether a parent (`channel:3`) is among these. */
function isIn(parents: Parents, key: string): boolean {
  const [kind = '', id] = key.split(':');
  return parents[kind as keyof Parents].includes(Number(id));
}

function withKeys(parents: Parents, keys: ReadonlySet<string>): Parents {
  const all = {
    channel: new Set(parents.channel),
    category: new Set(parents.category),
    genre: new Set(parents.genre),
    person: new Set(parents.person),
  };
  for (const key of keys) {
    const [kind = '', id] = key.split(':');
    all[kind as keyof Parents].add(Number(id));
  }
  return {
    channel: [...all.channel],
    category: [...all.category],
    genre: [...all.genre],
    person: [...all.person],
  };
}

/** A document as a row of the index. */
export function entryOf(document: SearchDocument): SearchEntry {
  const { kind, id, name, path, shown, belongsTo, titles = null } = document;
  const nameWords = wordsOf(name);
  const terms = createVector();
  terms.add(nameWords, 'A');
  const own = terms.asText();
  terms.add(document.about.flatMap(wordsOf), 'B');
  const { places, languages } = document;
  terms.add([...places, ...languages.flatMap(languageNames)].flatMap(wordsOf), 'C');
  const inNames = terms.asText();
  terms.add(document.prose.flatMap(wordsOf), 'D');
  return {
    kind,
    id,
    name,
    path,
    joined: joined(nameWords),
    own,
    terms: inNames,
    words: terms.asText(),
    shown,
    belongs_to: belongsTo,
    languages: document.spoken ?? languages,
    titles,
  };
}

/** Both names of a language: isiZulu and Zulu, Tshivenḓa and Venḓa. */
function languageNames(code: string): string[] {
  const name = languageName(code);
  return [name, name.replace(/^(?:isi|si|se|xi|tshi)/i, '')];
}

/** A `tsvector` under construction: each word once, with the weight that it got first. */
function createVector() {
  const lexemes = new Map<string, string>();
  return {
    add(words: readonly string[], weight: 'A' | 'B' | 'C' | 'D'): void {
      // Search does not use positions, but only a word with a position can have a weight.
      for (const word of words) if (!lexemes.has(word)) lexemes.set(word, `'${word}':1${weight}`);
    },
    asText: (): string => [...lexemes.values()].join(' '),
  };
}
