import { languageName } from '@bonisa/domain/language';
import type { Database } from '../../platform/database.ts';
import { joined, wordsOf } from './folding.ts';
import {
  createSearchDocuments,
  type Parents,
  type SearchDocument,
  type Touched,
} from './search-documents.repository.ts';
import { createSearchIndexRepository, type SearchEntry } from './search-index.repository.ts';

/**
 * Increase it with every change of the written columns or of the folding of words: each database
 * then rebuilds its index.
 */
const RULES = 4;
/** How many titles are processed in memory at once. */
const CHUNK = 1000;

type Documents = ReturnType<typeof createSearchDocuments>;
type Index = ReturnType<typeof createSearchIndexRepository>;

/** Updates the index for a change of the catalogue, within its transaction. */
export async function indexChanges(transaction: Database, touched: Touched): Promise<void> {
  const documents = createSearchDocuments(transaction);
  const index = createSearchIndexRepository(transaction);
  const titleIds = await documents.touchedTitles(touched);
  const stamped = await documents.touchedParents(touched);
  const keys = await putTitles(documents, index, titleIds);
  await put(index, await documents.parents(withKeys(stamped, keys)));
  await index.mergePending();
}

/**
 * Builds the index if there is none, or if other rules built it. Call it at the start; a second
 * process waits for the first.
 */
export async function ensureIndex(db: Database): Promise<void> {
  if ((await createSearchIndexRepository(db).rules()) === RULES) return;
  await db.transaction(async (one) => {
    const transaction = one as unknown as Database;
    const index = createSearchIndexRepository(transaction);
    await index.holdCatalogue();
    if ((await index.rules()) === RULES) return;
    await index.clear();
    const documents = createSearchDocuments(transaction);
    await putTitles(documents, index, await documents.allTitles());
    await put(index, await documents.parents(await documents.allParents()));
    await index.mergePending();
    await index.setRules(RULES);
  });
}

/** Writes titles with their episodes. Returns the keys of all their present and former parents. */
async function putTitles(
  documents: Documents,
  index: Index,
  titleIds: readonly number[],
): Promise<Set<string>> {
  const keys = new Set<string>();
  for (let from = 0; from < titleIds.length; from += CHUNK) {
    const chunk = titleIds.slice(from, from + CHUNK);
    for (const key of await index.parentsOf(chunk)) keys.add(key);
    const found = [...(await documents.titles(chunk)), ...(await documents.episodes(chunk))];
    for (const { belongsTo } of found) for (const key of belongsTo) keys.add(key);
    await put(index, found);
  }
  return keys;
}

async function put(index: Index, documents: readonly SearchDocument[]): Promise<void> {
  const words = new Set<string>();
  for (let from = 0; from < documents.length; from += CHUNK) {
    const chunk = documents.slice(from, from + CHUNK);
    for (const { name } of chunk) for (const word of wordsOf(name)) words.add(word);
    await index.put(chunk.map(entryOf));
  }
  if (words.size > 0) await index.addWords([...words]);
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
  terms.add(
    [...document.places, ...document.languages.flatMap(languageNames)].flatMap(wordsOf),
    'C',
  );
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
    languages: document.spoken ?? document.languages,
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
