import { PICTURED_KINDS, type PicturedKind } from '@bonisa/contract/studio/artwork.calls';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { TitleSegment } from '@bonisa/domain/playback/title-segments';
import type { Entry } from '../editing/entry-state.tsx';
import { ArtworkCard } from './artwork-card.tsx';
import { CaptionsFold } from './captions-card.tsx';
import { FilmCard } from './film-card.tsx';

/** What belongs to an entry besides its fields: its film, its pictures, its captions. */

interface Owner {
  readonly entry: Entry;
}

export function EntryFilm({ entry: { kind, key, fields } }: Owner) {
  if (kind !== 'video' && kind !== 'episode') return null;
  const segments = (fields.segments as readonly TitleSegment[] | null | undefined) ?? null;
  return <FilmCard title={{ kind, key }} segments={segments} />;
}

export function EntryPictures({ entry: { kind, key } }: Owner) {
  return isPictured(kind) ? <ArtworkCard entry={{ kind, key }} /> : null;
}

export function EntryCaptions({ entry: { kind, key } }: Owner) {
  return kind === 'video' || kind === 'episode' ? <CaptionsFold title={{ kind, key }} /> : null;
}

function isPictured(kind: EntryKind): kind is PicturedKind {
  return (PICTURED_KINDS as readonly string[]).includes(kind);
}
