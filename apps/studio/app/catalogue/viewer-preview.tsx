import {
  artwork,
  artworkPicture,
  PICTURED_KINDS,
  type PicturedKind,
} from '@bonisa/contract/studio/artwork.calls';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { shelfPreview } from '@bonisa/contract/studio/programme.calls';
import { addressOf } from '@bonisa/contract/studio/studio-client';
import { languageName } from '@bonisa/domain/language';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Badge, Loading, Problem } from '../design/states.tsx';
import type { Fields } from './field-plan.ts';
import { TilePicture } from './tile-picture.tsx';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A title as viewers will see it: its card, and the top of its page. */
export function ViewerPreview({
  kind,
  entryKey,
  fields,
}: {
  readonly kind: EntryKind;
  readonly entryKey: string | undefined;
  readonly fields: Fields;
}) {
  const isSlide = kind === 'slide';
  const shown = useShownTitle(isSlide ? textOf(fields.title) : '');
  const named = isSlide ? textOf(shown?.title) : textOf(fields.title) || textOf(fields.name);
  const title = named || 'Without a title';
  const words = textOf(fields.synopsis) || textOf(fields.tagline) || textOf(fields.eyebrow);
  return (
    <aside aria-label="What viewers see" className="night rounded-card bg-ink p-5 text-bone">
      <h2 className="mb-3 text-small text-quiet">What viewers see</h2>
      {isPictured(kind) && (
        <div className="mb-5 max-w-72 overflow-hidden rounded-card bg-night">
          <Picture kind={kind} entryKey={entryKey} use="landscape" />
          <div className="px-3 py-2">
            <p className="font-semibold">{title}</p>
            <p className="text-small text-quiet">{factsOf(fields)}</p>
          </div>
        </div>
      )}
      {isSlide && (
        <div className="mb-5 overflow-hidden rounded-card bg-night">
          <SlidePicture slide={entryKey} title={shown} />
        </div>
      )}
      <p className="font-display text-title font-bold">{title}</p>
      <p className="mt-1 text-small text-quiet">{factsOf(fields)}</p>
      {words && <p className="mt-3">{words}</p>}
      {kind === 'shelf' && <ShelfTitles fields={fields} />}
      {textOf(fields.description) && (
        <p className="mt-3 text-quiet text-small whitespace-pre-line">
          {textOf(fields.description)}
        </p>
      )}
    </aside>
  );
}

function isPictured(kind: EntryKind): kind is Exclude<PicturedKind, 'slide'> {
  return (PICTURED_KINDS as readonly string[]).includes(kind) && kind !== 'slide';
}

/** The video or the show of a slide; an empty key is none. */
function useShownTitle(
  key: string,
): { kind: 'video' | 'show'; key: string; title: string } | undefined {
  const enabled = key !== '';
  const query = { key };
  const video = useRead(catalogueList, { params: { kind: 'video' }, query }, { enabled });
  const show = useRead(catalogueList, { params: { kind: 'show' }, query }, { enabled });
  const all = [...(video.data?.data ?? []), ...(show.data?.data ?? [])];
  const found = all.find((one) => one.key === key) ?? all.find((one) => one.slug === key);
  return found && { kind: found.kind as 'video', key: found.key, title: found.title };
}

/** The titles of a shelf that viewers see now, by hand and by its rule. */
function ShelfTitles({
  fields: { rule = null, titles = [], format },
}: {
  readonly fields: Fields;
}) {
  const shape = format === 'landscape' ? 'landscape' : 'poster';
  const { data, error } = useRead(shelfPreview, { body: { rule, titles } as never });
  return (
    <>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <p className="mt-3 text-quiet">No title that viewers see.</p>}
      <ol
        aria-label="Titles of the shelf"
        className="mt-3 flex gap-3 overflow-x-auto pb-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        {data?.data.map(({ key, title, kind, by }) => (
          <li key={key} className={`shrink-0 text-small ${shape === 'poster' ? 'w-24' : 'w-40'}`}>
            <TilePicture format={shape} title={{ kind, key }} />
            <span className="mt-1 block break-words">{title}</span>
            {rule !== null && by === 'hand' && <Badge tone="mark">by hand</Badge>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The slide's own picture, or else that of its title. */
function SlidePicture({
  slide,
  title,
}: {
  readonly slide: string | undefined;
  readonly title: { readonly kind: PicturedKind; readonly key: string } | undefined;
}) {
  const { data } = useRead(
    artwork,
    { params: { kind: 'slide' }, query: { key: slide ?? '' } },
    { enabled: slide !== undefined },
  );
  const hasOwn = slide !== undefined && data?.drawn === false;
  const of = hasOwn ? { kind: 'slide' as const, key: slide } : title;
  return <Picture kind={of?.kind ?? 'video'} entryKey={of?.key} use="hero-wide" />;
}

/** Age rating with its letters, language, year: what a title always says. */
function factsOf({ ratingAge, ratingAdvice, languages, year }: Fields): string {
  const advice = Array.isArray(ratingAdvice) ? ratingAdvice.join(' ') : '';
  const [language] = Array.isArray(languages) ? (languages as string[]) : [];
  return [
    `${textOf(ratingAge)} ${advice}`.trim(),
    language ? languageName(language) : '',
    typeof year === 'number' ? String(year) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function Picture({
  kind,
  entryKey,
  use,
}: {
  readonly kind: PicturedKind;
  readonly entryKey: string | undefined;
  readonly use: 'landscape' | 'hero-wide';
}) {
  const [missing, setMissing] = useState('');
  const isNew = entryKey === undefined;
  const { data } = useRead(
    artwork,
    { params: { kind }, query: { key: entryKey ?? '' } },
    { enabled: !isNew },
  );
  // It changes with what is shown, and so does the address.
  const made = data?.pictures.find((one) => one.use === use)?.base;
  if (isNew || !made || missing === made) return <div className="aspect-video bg-plum" />;
  const query = { key: entryKey, use, made };
  return (
    <img
      src={addressOf(artworkPicture, { params: { kind }, query })}
      alt=""
      className="aspect-video w-full object-cover"
      onError={() => setMissing(made)}
    />
  );
}
