import { detachMedia } from '@bonisa/contract/studio/media.calls';
import type { TitleSegment } from '@bonisa/domain/playback/title-segments';
import { useMemo, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Card } from '../design/page.tsx';
import { Loading, Notice, Problem } from '../design/states.tsx';
import { AssetFacts, JobState } from './asset-facts.tsx';
import { FilmLibraryDialog } from './film-library.tsx';
import { FilmUpload } from './film-upload.tsx';
import type { FilmTitle, SeenMedia } from './film-uploads.ts';
import { SegmentsBar } from './segments-bar.tsx';
import type { TitleMedia } from './use-media.ts';
import { useFilmUpload, useMediaOfTitle } from './use-media.ts';

/** The film of a video or an episode: what viewers play, what takes over, and uploads. */
export function FilmCard({
  title: given,
  segments,
}: {
  readonly title: FilmTitle;
  readonly segments: readonly TitleSegment[] | null;
}) {
  const { kind, key } = given;
  const title = useMemo(() => ({ kind, key }), [kind, key]);
  const mayWrite = useMay('catalogue:write');
  const { data, error, refetch } = useMediaOfTitle(title);
  const [isChoosing, setChoosing] = useState(false);
  const upload = useFilmUpload(title);
  const hasFilm = data !== undefined && (data.asset !== null || data.next !== null);
  const seen: SeenMedia = { asset_id: data?.asset?.id ?? null, next_id: data?.next?.id ?? null };
  return (
    <Card
      id="film"
      title="Film"
      actions={
        mayWrite &&
        data && <Button onClick={() => setChoosing(true)}>Use a film that is here</Button>
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (hasFilm || !upload) && (
        <Played media={data} onRefused={refetch} {...{ title, segments, seen }} />
      )}
      {data && mayWrite && <FilmUpload title={title} seen={seen} hasFilm={data.asset !== null} />}
      {data && isChoosing && (
        <FilmLibraryDialog title={title} seen={seen} onClose={() => setChoosing(false)} />
      )}
    </Card>
  );
}

interface Shown {
  readonly title: FilmTitle;
  /** What this screen shows: a film of somebody else is not taken away unseen. */
  readonly seen: SeenMedia;
  /** Reads the film again. */
  readonly onRefused: () => unknown;
}

function Played({
  media: { asset, next, job },
  title,
  segments,
  seen,
  onRefused,
}: Shown & {
  readonly media: TitleMedia;
  readonly segments: readonly TitleSegment[] | null;
}) {
  if (!asset && !next)
    return (
      <Notice tone="warning">
        It has no film yet: viewers do not see it before it has one that is ready.
      </Notice>
    );
  return (
    <div className="mb-5 grid gap-5">
      {asset && (
        <div>
          <AssetFacts asset={asset} />
          {asset.duration_seconds > 0 && (
            <SegmentsBar segments={segments} seconds={asset.duration_seconds} />
          )}
          {!next && job && (
            <div className="mt-4">
              <JobState job={job} />
            </div>
          )}
          <TakeAway title={title} what="film" seen={seen} onRefused={onRefused} />
        </div>
      )}
      {next && (
        <section aria-label="The next film" className="rounded-mark bg-shade p-4">
          <h3 className="mb-2 font-semibold">Takes over as soon as it is ready</h3>
          <AssetFacts asset={next} />
          {job && (
            <div className="mt-4">
              <JobState job={job} />
            </div>
          )}
          <TakeAway title={title} what="next" seen={seen} onRefused={onRefused} />
        </section>
      )}
    </div>
  );
}

const WORDS = {
  film: {
    button: 'Take the film away',
    title: 'Take the film away?',
    text: 'Viewers do not see the title any more. The film itself stays, and can be given again.',
    done: 'The title has no film any more.',
  },
  next: {
    button: 'Do not use it',
    title: 'Do not use the new film?',
    text: 'Viewers go on seeing the film that is there.',
    done: 'The new film is not used.',
  },
} as const;

function TakeAway({
  title: { kind, key },
  what,
  seen,
  onRefused,
}: Shown & { readonly what: keyof typeof WORDS }) {
  const words = WORDS[what];
  const mayWrite = useMay('catalogue:write');
  const confirm = useConfirm();
  const { act, error, isBusy } = useAct(detachMedia, { done: words.done });
  if (!mayWrite) return null;
  const take = async (): Promise<void> => {
    const { title, text, button } = words;
    const answer = await confirm({ title, text, button, danger: true });
    if (!answer) return;
    const query = {
      key,
      next: `${what === 'next'}` as const,
      seen_asset_id: seen.asset_id ?? '',
      seen_next_id: seen.next_id ?? '',
    };
    if (!(await act({ params: { kind }, query }))) onRefused();
  };
  return (
    <div className="mt-4">
      {error && <Problem error={error} />}
      <Button size="small" tone="danger" disabled={isBusy} onClick={take}>
        {words.button}
      </Button>
    </div>
  );
}
