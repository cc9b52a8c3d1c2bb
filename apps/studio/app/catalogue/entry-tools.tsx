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

/** The state of an entry with what it lacks, its versions, and its preview. */
export function EntryTools({
  entry,
  isChanged,
}: {
  readonly entry: Entry;
  readonly isChanged: boolean;
}) {
  const page = ON_SITE[entry.kind];
  const path = page ? `${page}${String(entry.fields.slug)}` : '/';
  return (
    <Card
      title="State"
      actions={
        <>
          <EntryHistory entry={entry} />
          <PreviewButton path={path} />
        </>
      }
    >
      <EntryState entry={entry} isChanged={isChanged} />
    </Card>
  );
}
