import type { Catalogue } from '../catalogue/catalogue.ts';
import { createMembershipReading } from '../catalogue/reading/memberships.repository.ts';
import type { Access } from '../identity/access.ts';
import type { SessionService } from '../identity/session.service.ts';
import { eraserOf, type PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { InTurn } from '../numbers/subscriber-turn.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { purgeAll } from '../platform/housekeeping.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Routes } from '../platform/http/site-listener.ts';
import { createListRepository } from './list.repository.ts';
import { registerListRoutes } from './list.routes.ts';
import { createListService } from './list.service.ts';
import { createResumeRepository } from './resume.repository.ts';
import { createResumeService } from './resume.service.ts';
import { registerViewerRoutes, type ViewerRoutes } from './viewer.routes.ts';
import { createViewerCatalogue } from './viewer-catalogue.ts';

/** Lists and positions are stored for a year after a subscription (see the privacy policy). */
const KEPT_AFTER_END_MS = 365 * 24 * 60 * 60_000;

export interface ViewerDependencies {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'reading' | 'cards'>;
  readonly inTurn: InTurn;
  readonly clock: Clock;
}

/** The personal data of viewing: lists and resume positions. */
export function viewerPersonalData(db: Database): readonly PersonalDataStore[] {
  return [eraserOf(createListRepository(db)), eraserOf(createResumeRepository(db))];
}

export type Viewer = ReturnType<typeof createViewer>;

/** Builds a subscriber's list and resume positions. */
export function createViewer({ db, catalogue: whole, inTurn, clock }: ViewerDependencies) {
  const { reading, cards } = whole;
  const memberships = createMembershipReading(db);
  const catalogue = createViewerCatalogue({ reading, memberships, cards, clock });
  const lists = createListRepository(db);
  const positions = createResumeRepository(db);
  return {
    /** Deletes the lists and positions of subscriptions that ended a year ago. */
    purge: (): Promise<void> => {
      const before = new Date(clock.now().getTime() - KEPT_AFTER_END_MS);
      return purgeAll([() => lists.purge(before), () => positions.purge(before)]);
    },
    catalogue,
    lists,
    positions,
    list: createListService({ repository: lists, catalogue, inTurn, clock }),
    resume: createResumeService({ repository: positions, catalogue, inTurn, clock }),
  };
}

export interface ViewerRoutesDependencies
  extends Omit<ViewerRoutes, 'list' | 'resume' | 'sessions'> {
  readonly viewer: Viewer;
  readonly sessions: SessionService;
  readonly bearer: Access['bearer'];
}

/** The calls about the viewer: my list, resume positions, and what a page shows of them. */
export function viewerRoutes(dependencies: ViewerRoutesDependencies): Routes {
  const { viewer, sessions, bearer, signedIn } = dependencies;
  const { list, resume } = viewer;
  return ({ register }) => {
    registerViewerRoutes(register, { ...dependencies, list, resume });
    registerListRoutes(register, {
      sessions,
      list,
      resume,
      bearerOf: async (request) => {
        const holder = await bearer.holderOf(request);
        if ((await signedIn.find(holder)) === undefined)
          throw new AppError('invalid_token', 'The bearer token is not valid any more.');
        return holder;
      },
    });
  };
}
