import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { ClientHeaders } from '@bonisa/kit/http/client-headers';
import { inWords } from '@bonisa/kit/http/limits';
import type { NewId } from '@bonisa/kit/ids';
import type { WithSubscriberLock } from '@bonisa/people/numbers/subscriber-lock';
import type { Feedback, FeedbackRepository } from './feedback.repository.ts';

/** Limits by subscriber. The database counts them, across restarts and processes. */
const LIMITS = [
  { max: 5, windowMs: 10 * 60_000 },
  { max: 20, windowMs: 24 * 60 * 60_000 },
] as const;
/** The most ratings of one subscriber that are stored. */
const RATINGS_KEPT = 100;
const KEPT_MS = 2 * 365 * 24 * 60 * 60_000;
/** The most ratings of all subscribers: about 400 MB at the longest text. */
const RATINGS_IN_ALL = 200_000;

export interface FeedbackInput {
  readonly experience: number;
  readonly comment?: string | undefined;
  readonly comment_type?: Feedback['commentType'] | undefined;
}

export interface Rating {
  readonly id: string;
  readonly experience: number;
  readonly comment: string;
  readonly comment_type: Feedback['commentType'];
  readonly created_at: string;
}

export interface FeedbackDependencies {
  readonly repository: FeedbackRepository;
  readonly withSubscriberLock: WithSubscriberLock;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Ratings of the experience by subscribers (rows A7, A8, S8). */
export function createFeedbackService({
  repository,
  withSubscriberLock,
  clock,
  newId,
}: FeedbackDependencies) {
  const refuseTooMany = async (
    within: FeedbackRepository,
    subscriberId: number,
    now: Date,
  ): Promise<void> => {
    for (const { max, windowMs } of LIMITS) {
      const { given, first } = await within.since(subscriberId, new Date(now.getTime() - windowMs));
      if (given < max || !first) continue;
      const seconds = Math.max(1, Math.ceil((first.getTime() + windowMs - now.getTime()) / 1000));
      throw new AppError(
        'too_many_requests',
        `Thank you, we have heard you. You can write again in ${inWords(seconds)}.`,
        { retryAfter: seconds },
      );
    }
  };

  return {
    /**
     * Stores a rating and returns its id. Throws `too_many_requests` with the seconds until the
     * limit allows another.
     */
    give: (subscriberId: number, input: FeedbackInput, from: ClientHeaders): Promise<string> =>
      withSubscriberLock(subscriberId, async (tx) => {
        const within = repository.within(tx);
        const at = clock.now();
        await refuseTooMany(within, subscriberId, at);
        const { platform, siteVersion, country, locale } = from;
        const id = newId();
        const rating = {
          id,
          subscriberId,
          experience: input.experience,
          comment: (input.comment ?? '').trim(),
          commentType: input.comment_type ?? 'general',
          platform,
          siteVersion,
          country,
          locale,
          at,
        };
        await within.insert(rating, RATINGS_KEPT);
        return id;
      }),

    /** Deletes ratings beyond the age or the number to keep. */
    purge: (): Promise<void> =>
      repository.purge(new Date(clock.now().getTime() - KEPT_MS), RATINGS_IN_ALL),

    /** A subscriber's own ratings, the newest first. */
    ratings: async (subscriberId: number): Promise<Rating[]> =>
      (await repository.of(subscriberId, RATINGS_KEPT)).map(ratingOf),

    /** The subscriber who gave a rating; `undefined` if it is not there any more. */
    subscriberOf: (id: string): Promise<number | undefined> => repository.subscriberOf(id),

    /** The newest rating's id: the specification's `rating_id` of a profile. */
    newestId: async (subscriberId: number): Promise<string | null> =>
      (await repository.of(subscriberId, 1))[0]?.id ?? null,
  };
}

function ratingOf({ id, experience, comment, commentType, at }: Feedback): Rating {
  return { id, experience, comment, comment_type: commentType, created_at: at.toISOString() };
}
