import { useViewer } from '../browser/viewer.ts';
import { say } from '../words/words.ts';
import { myResume } from './my-resume.ts';
import type { Reference } from './reference.ts';
import type { ResumePoint } from './resume.store.ts';

interface ProgressBarProps {
  /** A title's or an episode's card. */
  reference: Reference;
}

/**
 * The watched share as a line at the foot of a picture. For a show: of its latest watched episode.
 * Nothing for a title that is not begun; it takes no space.
 */
export function ProgressBar({ reference }: ProgressBarProps) {
  const { state } = useViewer();
  if (state === 'waiting') return null;
  const begun = find(reference);
  return begun ? <Progress begun={begun} /> : null;
}

/** The line itself. */
export function Progress({
  begun: { time, duration },
}: {
  begun: Pick<ResumePoint, 'time' | 'duration'>;
}) {
  const share = Math.min(100, Math.round((time / Math.max(1, duration)) * 100));
  // The episode after a finished one: nothing of it is watched.
  if (share === 0) return null;
  return (
    <span className="progress-line">
      <span className="progress-done" style={{ width: `${share}%` }} />
      <span className="sr-only">{say('resume.watched_share', { share })}</span>
    </span>
  );
}

function find({ kind, id, slug }: Reference): ResumePoint | undefined {
  if (kind === 'show') return myResume.findInShow(slug);
  return kind === 'video' || kind === 'episode' ? myResume.find({ kind, id }, 0) : undefined;
}
