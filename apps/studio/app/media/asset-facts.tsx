import { about, clock, size } from '../design/bytes.ts';
import { Facts } from '../design/page.tsx';
import { Progress } from '../design/progress.tsx';
import { Badge, Notice } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import { RetryFilm } from './film-retry.tsx';
import { heardIn } from './film-sound.ts';
import type { MediaAsset, MediaJob } from './use-media.ts';

const STATES = {
  processing: { tone: 'mark', word: 'is packaged' },
  ready: { tone: 'good', word: 'ready to play' },
  failed: { tone: 'problem', word: 'failed' },
} as const;

export function AssetState({ state }: { readonly state: MediaAsset['state'] }) {
  const { tone, word } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

/** `360p 1.2 MB`, or `sound alone 0.3 MB`. */
function rendition({ height, bytes }: MediaAsset['renditions'][number]): string {
  return `${height === 0 ? 'sound alone' : `${height}p`} ${size(bytes)}`;
}

/** What was found in a film, and what was made of it. */
export function AssetFacts({ asset }: { readonly asset: MediaAsset }) {
  const {
    title,
    state,
    duration_seconds: seconds,
    renditions,
    captions,
    picture,
    sound,
    audio,
    notes,
  } = asset;
  const facts = [
    {
      name: 'Film',
      value: (
        <>
          {title} <AssetState state={state} />
        </>
      ),
    },
    { name: 'Arrived', value: dateTime(asset.created_at) },
    ...(seconds > 0 ? [{ name: 'Length', value: clock(seconds) }] : []),
    ...(picture ? [{ name: 'Picture', value: pictureWords(picture) }] : []),
    ...(sound ? [{ name: 'Sound', value: `${sound.lufs.toFixed(1)} LUFS as it came` }] : []),
    ...(audio && audio.tracks.length > 0 ? [{ name: 'Heard in', value: heardIn(audio) }] : []),
    ...(notes.length > 0
      ? [{ name: 'Differs from its file', value: <Notes notes={notes} /> }]
      : []),
    ...(renditions.length > 0
      ? [{ name: 'Viewers can choose', value: renditions.map(rendition).join(' · ') }]
      : []),
    ...(captions.length > 0
      ? [{ name: 'Captions in it', value: captions.map(({ label }) => label).join(', ') }]
      : []),
  ];
  return <Facts facts={facts} />;
}

function Notes({ notes }: Pick<MediaAsset, 'notes'>) {
  return (
    <ul className="break-words">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function pictureWords({
  width,
  height,
  frame_rate: rate,
  codecs,
}: NonNullable<MediaAsset['picture']>): string {
  return `${width} × ${height}, ${Number(rate.toFixed(2))} frames a second, ${codecs}`;
}

const STAGES: Readonly<Record<string, string>> = { queued: 'Waits for its turn' };

/** How far the packaging of a film is, or why it failed. */
export function JobState({ job }: { readonly job: MediaJob }) {
  const { state, stage, percent, remaining_seconds: left, error } = job;
  if (state === 'failed')
    return (
      <Notice tone="problem">
        <p className="font-semibold">The film could not be packaged.</p>
        <p className="mb-2">{error?.description ?? 'Nobody said why.'}</p>
        {job.codec === 'h264' && <RetryFilm id={job.asset_id} />}
      </Notice>
    );
  if (state === 'done') return null;
  const label =
    (state === 'queued' && error?.description) ||
    STAGES[state] ||
    (stage ? `Packaging: ${stage}` : 'Packaging');
  return (
    <Progress label={label} percent={state === 'queued' ? undefined : percent}>
      {state === 'running' && `${percent} %${left === null ? '' : `, ${about(left)} left`}`}
    </Progress>
  );
}
