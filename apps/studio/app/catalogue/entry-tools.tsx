import type { ReactNode } from 'react';
import { Card } from '../design/page.tsx';
import { EntryHistory } from '../editing/entry-history.tsx';
import type { Entry } from '../editing/entry-state.tsx';
import { EntryState } from '../editing/entry-state.tsx';
import { PreviewButton } from '../editing/preview-site.tsx';

const ON_SITE: Readonly<Record<string, string>> = {
  video: '/video/',
  show: '/show/',
  episode: '/episode/',
  channel: '/channel/',
};

/** The place of the state on the screen, for links to it. */
export const STATE_CARD = 'state';

/** The path of an entry's own page on the site, as it is stored; `undefined`: it has none. */
export function pageOf({ kind, fields }: Entry): string | undefined {
  const page = ON_SITE[kind];
  return page && `${page}${String(fields.slug)}`;
}

/** Where the preview of an entry begins, and from when viewers see it. */
export function previewOf(entry: Entry): { path: string; from: string | null } {
  const { availableFrom = null } = entry.fields as { availableFrom?: string | null };
  return { path: pageOf(entry) ?? '/', from: availableFrom };
}

/** The state of an entry with what it lacks, its versions, and its preview. */
export function EntryTools({
  entry,
  isChanged,
  onSave,
  children,
}: Parameters<typeof EntryState>[0] & {
  /** What saves the entry. */
  readonly children: ReactNode;
}) {
  return (
    <Card
      id={STATE_CARD}
      title={entry.state === null ? 'Changes' : 'State'}
      actions={
        <>
          <EntryHistory entry={entry} />
          <span className="hidden lg:inline">
            <PreviewButton {...previewOf(entry)} />
          </span>
        </>
      }
    >
      {children}
      <EntryState {...{ entry, isChanged, onSave }} />
    </Card>
  );
}
