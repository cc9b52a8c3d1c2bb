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
}

/** What an entry lacks, as a link to where it is given. */
export function LackLink({ kind, entryKey, field, reason }: LackProps) {
  return (
    <Link to={lackAddress(kind, entryKey, field)} className="underline">
      {reason}
    </Link>
  );
}

/** Where a lack is put right: a part of the entry's screen, or the list of what it holds. */
export function lackAddress(kind: EntryKind, key: string, field: string): string {
  const own = entryAddress(kind, key);
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
