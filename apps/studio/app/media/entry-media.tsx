import { PICTURED_KINDS, type PicturedKind } from '@bonisa/contract/studio/artwork.calls';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { TitleSegment } from '@bonisa/domain/playback/title-segments';
import type { Entry } from '../editing/entry-state.tsx';
import { ArtworkCard } from './artwork-card.tsx';
import { CaptionsCard } from './captions-card.tsx';
import { FilmCard } from './film-card.tsx';

/** What belongs to an entry besides its fields: its film, its captions, its pictures. */
export function EntryMedia({ entry: { kind, key, fields } }: { readonly entry: Entry }) {
  return (
    <div className="mt-6">
      {(kind === 'video' || kind === 'episode') && (
        <>
          <FilmCard
            title={{ kind, key }}
            segments={(fields.segments as readonly TitleSegment[] | null | undefined) ?? null}
          />
          <CaptionsCard title={{ kind, key }} />
        </>
      )}
      {isPictured(kind) && <ArtworkCard entry={{ kind, key }} />}
    </div>
  );
}

/** Links to the parts of a long page. */
export function EntryParts({ kind }: { readonly kind: EntryKind }) {
  const parts = [
    ...(kind === 'video' || kind === 'episode' ? ['Film', 'Captions'] : []),
    ...(isPictured(kind) ? ['Pictures'] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <nav aria-label="On this page" className="mb-4 flex flex-wrap gap-2">
      {parts.map((part) => (
        <a
          key={part}
          href={`#${part.toLowerCase()}`}
          className="inline-flex min-h-8 items-center rounded-full border border-field bg-sheet px-3 font-semibold text-small hover:bg-shade"
        >
          {part}
        </a>
      ))}
    </nav>
  );
}

function isPictured(kind: EntryKind): kind is PicturedKind {
  return (PICTURED_KINDS as readonly string[]).includes(kind);
}
