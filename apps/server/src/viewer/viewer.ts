import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { createMembershipReading } from '../catalogue/reading/memberships.repository.ts';
import type { Access } from '../identity/access.ts';
import type { Identity } from '../identity/identity.ts';
import type { Numbers } from '../numbers/numbers.ts';
import { eraserOf, type PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { purgeAll } from '../platform/housekeeping.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Routes } from '../platform/http/site-listener.ts';
import type { SubscriptionRoom } from '../subscription/subscription.ts';
import { createListRepository } from './list.repository.ts';
import { listRoutes } from './list.routes.ts';
import { createListService } from './list.service.ts';
import { createResumeRepository } from './resume.repository.ts';
import { createResumeService, type Played } from './resume.service.ts';
import { createSignedIn } from './signed-in.ts';
import { shownRoutes } from './viewer.routes.ts';
import { createViewerCatalogue } from './viewer-catalogue.ts';

/** Lists and positions are stored for a year after a subscription (see the privacy policy). */
const KEPT_AFTER_END_MS = 365 * 24 * 60 * 60_000;

export interface ViewerDependencies {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'reading' | 'cards'>;
  readonly numbers: Pick<Numbers, 'repository' | 'inTurn'>;
  readonly clock: Clock;
}

/** The personal data of viewing: lists and resume positions. */
export function viewerPersonalData(db: Database): readonly PersonalDataStore[] {
  return [eraserOf(createListRepository(db)), eraserOf(createResumeRepository(db))];
}

export type Viewer = ReturnType<typeof createViewer>;

/** Builds a subscriber's list and resume positions. */
export function createViewer({ db, catalogue: whole, numbers, clock }: ViewerDependencies) {
  const { reading, cards } = whole;
  const { inTurn } = numbers;
  const memberships = createMembershipReading(db);
  const catalogue = createViewerCatalogue({ reading, memberships, cards, clock });
  const lists = createListRepository(db);
  const positions = createResumeRepository(db);
  const resume = createResumeService({ repository: positions, catalogue, inTurn, clock });
  return {
    /** Deletes the lists and positions of subscriptions that ended a year ago. */
    purge: (): Promise<void> => {
      const before = new Date(clock.now().getTime() - KEPT_AFTER_END_MS);
      return purgeAll([() => lists.purge(before), () => positions.purge(before)]);
    },
    catalogue,
    /** The numbers of signed-in subscribers. */
    signedIn: createSignedIn(numbers.repository),
    lists,
    positions,
    list: createListService({ repository: lists, catalogue, inTurn, clock }),
    resume,
    /** Where a subscriber left a title, in seconds; `null` at its beginning. */
    resumeAt: (subscriberId: string, played: Played): Promise<number | null> =>
      resume.positionIn(Number(subscriberId), played),
  };
}

export interface ViewerRoutesDependencies {
  readonly config: { readonly retrySchedule: RetrySchedule };
  readonly clock: Clock;
  readonly identity: Pick<Identity, 'sessions'>;
  readonly access: Pick<Access, 'bearer'>;
  readonly subscription: Pick<SubscriptionRoom, 'service'>;
  readonly viewer: Pick<Viewer, 'signedIn' | 'list' | 'resume'>;
}

/** The calls about the viewer: my list, resume positions, and what a page shows of them. */
export function viewerRoutes(dependencies: ViewerRoutesDependencies): readonly Routes[] {
  const { config, clock, access, subscription } = dependencies;
  const { sessions } = dependencies.identity;
  const { signedIn, list, resume } = dependencies.viewer;
  const { retrySchedule } = config;
  const subscriptions = subscription.service;
  return [
    shownRoutes({ sessions, signedIn, subscriptions, list, resume, clock, retrySchedule }),
    listRoutes({
      sessions,
      list,
      resume,
      bearerOf: async (request) => {
        const holder = await access.bearer.holderOf(request);
        if ((await signedIn.find(holder)) === undefined)
          throw new AppError('invalid_token', 'The bearer token is not valid any more.');
        return holder;
      },
    }),
  ];
}
