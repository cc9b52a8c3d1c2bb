import type { ImportedCaptions, OwnCaptions } from '@bonisa/domain/playback/title-captions';
import type { DeletedEntry } from './deleted.repository.ts';
import type { KeyKind } from './entry-kinds.ts';
import type { RememberedRow } from './versions.tables.ts';

/**
 * What makes a returning entry the one that was deleted, besides its fields: lists and positions of
 * viewers name its id.
 */
export interface Identity {
  readonly id: number;
  readonly createdAt: Date | undefined;
  readonly captions: readonly OwnCaptions[] | null;
  readonly importedCaptions: ImportedCaptions | null;
}

/** What a deleted entry was; undefined: it is new, or its deletion does not say. */
export type IdentityOf = (kind: KeyKind, key: string) => Identity | undefined;

/** Those of the captions whose file is in the store; that nothing is shown is kept as well. */
export type StoredCaptions = (captions: readonly OwnCaptions[]) => Promise<OwnCaptions[]>;

/** An entry's captions that cannot come back. */
export interface LostCaptions {
  readonly entry: DeletedEntry;
  readonly languages: readonly string[];
}

/** What deleted entries were, without captions whose file is gone. */
export async function readIdentities(
  entries: readonly DeletedEntry[],
  storedCaptions: StoredCaptions,
): Promise<{ readonly identity: IdentityOf; readonly lost: readonly LostCaptions[] }> {
  const found = new Map<string, Identity>();
  const lost: LostCaptions[] = [];
  for (const entry of entries) {
    const { keyKind, key, was } = entry;
    if (was.id === undefined) continue;
    const captions = was.captions ? await storedCaptions(was.captions) : [];
    const kept = new Set(captions.map(({ language }) => language));
    const languages = (was.captions ?? []).flatMap(({ language }) =>
      kept.has(language) ? [] : [language],
    );
    if (languages.length > 0) lost.push({ entry, languages });
    found.set(`${keyKind} ${key}`, {
      id: was.id,
      createdAt: was.createdAt === undefined ? undefined : new Date(was.createdAt),
      captions: captions.length > 0 ? captions : null,
      importedCaptions: was.importedCaptions ?? null,
    });
  }
  return { identity: (kind, key) => found.get(`${kind} ${key}`), lost };
}

/** What the version of a deletion remembers of an entry's row. */
export function rememberedOf(row: Readonly<Record<string, unknown>>): RememberedRow {
  const { id, createdAt, captions, importedCaptions } = row;
  return {
    id: id as number,
    ...(createdAt instanceof Date ? { createdAt: createdAt.toISOString() } : {}),
    ...(captions ? { captions: captions as readonly OwnCaptions[] } : {}),
    ...(importedCaptions ? { importedCaptions: importedCaptions as ImportedCaptions } : {}),
  };
}
