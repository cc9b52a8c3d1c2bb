import { type FormEvent, useRef, useState } from 'react';
import { call } from '../browser/api.ts';
import type { SignedInViewer } from '../browser/viewer.ts';
import { Button } from '../design/button.tsx';
import { ErrorNotice, Notice } from '../design/notice.tsx';
import { FieldError } from '../design/text-field.tsx';
import { say, sayWith } from '../words/words.ts';
import { dateWords } from './account-words.ts';
import {
  aboutWords,
  COMMENT_LIMIT,
  COMMENT_TYPES,
  counted,
  type FeedbackProblems,
  type Rating,
  ratingWords,
  readDraft,
  roomLeft,
} from './feedback-rules.ts';
import { RatingFaces } from './rating-faces.tsx';
import { useAction } from './use-action.ts';
import { useRatings } from './use-ratings.ts';

/** The form (row A8), then thanks; below it the viewer's earlier ratings (row A7). */
export function FeedbackForm({ viewer }: { viewer: SignedInViewer }) {
  const { ratings, noteRating } = useRatings(viewer);
  const [thanked, setThanked] = useState(false);
  return (
    <>
      {thanked ? (
        <div className="grid justify-items-start gap-4" role="status">
          <Notice tone="good">{say('feedback.thanks')}</Notice>
          <Button onClick={() => setThanked(false)}>{say('feedback.more')}</Button>
        </div>
      ) : (
        <Form
          onSaid={async (ratingId) => {
            setThanked(true);
            await noteRating(ratingId);
          }}
        />
      )}
      <SaidBefore ratings={ratings} />
    </>
  );
}

function Form({ onSaid }: { onSaid: (ratingId: string) => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, problem, run } = useAction();
  const [problems, setProblems] = useState<FeedbackProblems>({});
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !form.current) return;
    const given = new FormData(form.current);
    const field = (name: string): string => String(given.get(name) ?? '');
    const read = readDraft({
      experience: field('experience'),
      comment: field('comment'),
      type: field('comment_type'),
    });
    if ('problems' in read) {
      setProblems(read.problems);
      form.current
        .querySelector<HTMLElement>(
          read.problems.experience ? '[name=experience]' : '[name=comment]',
        )
        ?.focus();
      return;
    }
    let ratingId: string | undefined;
    await run(async () => {
      ratingId = (await call('feedback', read.body)).rating_id;
    });
    if (ratingId !== undefined) await onSaid(ratingId);
  };
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className="grid gap-6">
      <RatingFaces
        error={problems.experience}
        onChange={() => setProblems(({ experience: _, ...others }) => others)}
      />
      <About />
      <Comment
        error={problems.comment}
        onInput={() => setProblems(({ comment: _, ...others }) => others)}
      />
      {problem ? <ErrorNotice>{problem}</ErrorNotice> : null}
      <div>
        <Button type="submit" look="primary" busy={busy} busyLabel={say('feedback.sending')}>
          {say('feedback.send')}
        </Button>
      </div>
    </form>
  );
}

function About() {
  return (
    <div>
      <label htmlFor="feedback-about" className="field-label">
        {say('feedback.about')}
      </label>
      <select
        id="feedback-about"
        name="comment_type"
        className="field-input"
        defaultValue="general"
      >
        {COMMENT_TYPES.map((value) => (
          <option key={value} value={value}>
            {aboutWords(value)}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * The comment. It is not truncated while typing: an over-long comment is reported and can be
 * shortened.
 */
function Comment({ error, onInput }: { error: string | undefined; onInput: () => void }) {
  const [room, setRoom] = useState(roomLeft(''));
  return (
    <div>
      <label htmlFor="feedback-comment" className="field-label">
        {sayWith('feedback.comment', {
          more: (words) => <span className="font-[400] text-quiet">{words}</span>,
        })}
      </label>
      <textarea
        id="feedback-comment"
        name="comment"
        rows={5}
        className="field-input field-text"
        aria-describedby={error ? 'feedback-room feedback-comment-error' : 'feedback-room'}
        aria-invalid={error ? true : undefined}
        onInput={(event) => {
          setRoom(roomLeft(event.currentTarget.value));
          onInput();
        }}
      />
      <FieldError id="feedback-comment-error">{error}</FieldError>
      <p id="feedback-room" className="field-help mt-2">
        {sayWith(
          'feedback.comment.help',
          {
            left: (words) => (
              <span className={room.tight ? 'font-[700] text-bone' : undefined}>{words}</span>
            ),
          },
          { most: counted(COMMENT_LIMIT), left: room.words },
        )}
      </p>
      <p role="status" className="sr-only">
        {room.tight ? room.words : ''}
      </p>
    </div>
  );
}

function SaidBefore({ ratings }: { ratings: readonly Rating[] | undefined }) {
  if (!ratings || ratings.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-heading">{say('feedback.before')}</h2>
      <ul className="mt-3 grid gap-3">
        {ratings.map((rating) => (
          <li key={rating.id} className="sheet">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{ratingWords(rating)}</span>
              <span className="text-small text-quiet">{dateWords(rating.created_at)}</span>
            </p>
            {rating.comment === '' ? null : (
              <p className="mt-2 break-words whitespace-pre-line">{rating.comment}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
