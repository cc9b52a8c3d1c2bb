import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import { say } from '../words/words.ts';

export type Rating = ReplyOf<'ratings'>['ratings'][number];
export type CommentType = Rating['comment_type'];

/** The longest comment (interfaces 'Content'), in characters. */
export const COMMENT_LIMIT = 2000;

/** The texts of the experience, 1 to 5. */
export function experiences(): readonly string[] {
  return [
    say('feedback.face.1'),
    say('feedback.face.2'),
    say('feedback.face.3'),
    say('feedback.face.4'),
    say('feedback.face.5'),
  ];
}

/** The texts of a comment's topic: alone, and behind an experience. */
const ABOUT: Readonly<
  Record<CommentType, { alone(): string; behind(experience: string): string }>
> = {
  general: {
    alone: () => say('feedback.about.general'),
    behind: (experience) => say('feedback.rated', { experience }),
  },
  video: {
    alone: () => say('feedback.about.video'),
    behind: (experience) => say('feedback.rated.video', { experience }),
  },
  payment: {
    alone: () => say('feedback.about.payment'),
    behind: (experience) => say('feedback.rated.payment', { experience }),
  },
  other: {
    alone: () => say('feedback.about.other'),
    behind: (experience) => say('feedback.rated.other', { experience }),
  },
};

export const COMMENT_TYPES = Object.keys(ABOUT) as readonly CommentType[];

/** The text of a comment's topic. */
export function aboutWords(type: CommentType): string {
  return ABOUT[type].alone();
}

/** `1,999`, in every language. */
export function counted(count: number): string {
  return count.toLocaleString('en-GB');
}

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
      : { experience: say('feedback.choose') }),
    ...(trimmed.length > COMMENT_LIMIT
      ? {
          comment: say('feedback.too_long', {
            most: counted(COMMENT_LIMIT),
            count: counted(trimmed.length),
          }),
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
  const count = counted(Math.abs(left));
  return {
    words: left < 0 ? say('feedback.too_many', { count }) : say('feedback.left', { count }),
    tight: left <= 100,
  };
}

/** The text of a rating: `Good, about a video`. */
export function ratingWords({ experience, comment_type }: Rating): string {
  return ABOUT[comment_type].behind(experiences()[experience - 1] ?? String(experience));
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
