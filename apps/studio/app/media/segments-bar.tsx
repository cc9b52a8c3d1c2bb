import { segmentsFault, type TitleSegment } from '@bonisa/domain/playback/title-segments';
import { clock } from '../design/bytes.ts';

const LOOKS = { intro: 'bg-mark', recap: 'bg-plum', credits: 'bg-muted' } as const;
const WORDS = { intro: 'Opening', recap: 'Recap', credits: 'Credits' } as const;

/** Where opening, recap and credits lie in the film, and what is wrong with them. */
export function SegmentsBar({
  segments,
  seconds,
}: {
  readonly segments: readonly TitleSegment[] | null;
  readonly seconds: number;
}) {
  if (!segments || segments.length === 0)
    return (
      <p className="mt-3 text-small text-muted">
        What viewers can skip: whatever came with the film. Opening, recap and credits are set in
        the form above.
      </p>
    );
  const fault = segmentsFault(segments, seconds);
  const share = (at: number): number => Math.min(100, (at / seconds) * 100);
  return (
    <div className="mt-4">
      <div aria-hidden="true" className="relative h-3 overflow-hidden rounded-full bg-shade">
        {segments.map(({ kind, start, end }) => (
          <div
            key={kind}
            className={`absolute inset-y-0 ${LOOKS[kind]}`}
            style={{ left: `${share(start)}%`, width: `${share(end) - share(start)}%` }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 text-small">
        {segments.map(({ kind, start, end }) => (
          <li key={kind} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-3 rounded-full ${LOOKS[kind]}`} />
            {WORDS[kind]}: {clock(start)} to {clock(end)}
          </li>
        ))}
      </ul>
      {fault && <p className="mt-1 text-small font-semibold text-danger">{fault}</p>}
    </div>
  );
}
