import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { entryAddress, KINDS } from './kinds.ts';

/** The id of a field of the form, for links to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

interface LackProps {
  readonly kind: EntryKind;
  readonly entryKey: string;
  readonly field: string;
  readonly reason: string;
  /** The fields of the entry, where they are known: they name what it belongs to. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** What an entry lacks, as a link to where it is given. */
export function LackLink({ reason, ...lack }: LackProps) {
  return (
    <Link to={lackAddress(lack)} className="underline">
      {reason}
    </Link>
  );
}

/** What an entry belongs to, by its field. */
const PARENTS: Readonly<Record<string, EntryKind>> = {
  channel: 'channel',
  category: 'category',
  show: 'show',
};

/**
 * Where a lack is put right: a part of the entry's screen, the list of what it holds, or the screen
 * of what it belongs to.
 */
export function lackAddress({
  kind,
  entryKey: key,
  field,
  fields = {},
}: Omit<LackProps, 'reason'>): string {
  const own = entryAddress(kind, key);
  const parent = kind === 'liveChannel' && field === 'category' ? 'liveCategory' : PARENTS[field];
  const above = fields[field];
  if (parent && typeof above === 'string' && above !== '') return entryAddress(parent, above);
  switch (field) {
    case 'media':
      return `${own}#film`;
    case 'poster':
      return `${own}#pictures`;
    case 'slots':
      return `/live-week?channel=${encodeURIComponent(key)}`;
    case 'episodes':
      return kind === 'show' ? `${KINDS.episode.path}?${filter({ show: key })}` : '/episodes';
    case 'titles':
      if (kind === 'channel') return `${KINDS.video.path}?${filter({ channel: key })}`;
      return kind === 'category' ? KINDS.video.path : `${own}#${fieldId(field)}`;
    default:
      return `${own}#${fieldId(field)}`;
  }
}

function filter(values: Readonly<Record<string, string>>): string {
  return new URLSearchParams({ filter: JSON.stringify(values) }).toString();
}

/** Leads to the part of the screen that the address names: opened, in sight, ready to be typed. */
export function useNamedPart(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again.
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(hash.slice(1));
    if (!part) return;
    const fold = part.closest('details');
    if (fold) fold.open = true;
    part.scrollIntoView({ block: 'center' });
    part.querySelector<HTMLElement>('input, textarea, select, button')?.focus({
      preventScroll: true,
    });
  }, [hash, key]);
}
