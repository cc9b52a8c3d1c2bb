import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';

export type Rating = ReplyOf<'ratings'>['ratings'][number];
export type CommentType = Rating['comment_type'];

/** The longest comment (interfaces 'Content'), in characters. */
export const COMMENT_LIMIT = 2000;

/** The texts of the experience, 1 to 5. */
export const EXPERIENCES = ['Bad', 'Poor', 'Okay', 'Good', 'Great'] as const;

/** The texts of a comment's topic. */
export const ABOUT: Readonly<Record<CommentType, string>> = {
  general: 'In general',
  video: 'A video',
  payment: 'A payment',
  other: 'Something else',
};

/** The errors of a feedback, by field; empty if it can be sent. */
export interface FeedbackProblems {
  readonly experience?: string;
  readonly comment?: string;
}

export interface Draft {
  /** `1` to `5`; empty if none is chosen. */
  readonly experience: string;
  readonly comment: string;
  readonly type: string;
}

/** Reads a form into the call's body, or returns its errors. */
export function readDraft({
  experience,
  comment,
  type,
}: Draft): { body: BodyOf<'feedback'> } | { problems: FeedbackProblems } {
  const trimmed = comment.trim();
  const rating = Number(experience);
  const problems = {
    ...(Number.isInteger(rating) && rating >= 1 && rating <= 5
      ? {}
      : { experience: 'Choose one of the five faces.' }),
    ...(trimmed.length > COMMENT_LIMIT
      ? {
          comment: `Please say it in ${COMMENT_LIMIT.toLocaleString('en-GB')} characters; these are ${trimmed.length.toLocaleString('en-GB')}.`,
        }
      : {}),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return {
    body: { experience: rating, comment: trimmed, comment_type: isType(type) ? type : 'general' },
  };
}

function isType(type: string): type is CommentType {
  return Object.hasOwn(ABOUT, type);
}

/** `1,999 characters left`, and whether few are left. */
export function roomLeft(comment: string): { words: string; tight: boolean } {
  const left = COMMENT_LIMIT - comment.trim().length;
  const count = Math.abs(left).toLocaleString('en-GB');
  return {
    words: left < 0 ? `${count} characters too many` : `${count} characters left`,
    tight: left <= 100,
  };
}

/** The text of a rating: `Good, about a video`. */
export function ratingWords({ experience, comment_type }: Rating): string {
  return `${EXPERIENCES[experience - 1] ?? experience}, ${ABOUT[comment_type]
    .toLowerCase()
    .replace(/^a /, 'about a ')
    .replace(/^something/, 'about something')}`;
}

/** Whether a stored value is a list of ratings. */
export function isRatings(value: unknown): value is readonly Rating[] {
  return Array.isArray(value) && value.every(isRating);
}

function isRating(value: unknown): value is Rating {
  if (typeof value !== 'object' || value === null) return false;
  const {
    id,
    experience,
    comment,
    comment_type: type,
    created_at: at,
  } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof experience === 'number' &&
    typeof comment === 'string' &&
    typeof type === 'string' &&
    isType(type) &&
    typeof at === 'string'
  );
}
