import type { Catalogue } from '@bonisa/content/catalogue';
import { createMembershipReading } from '@bonisa/content/reading/memberships.repository';
import type { SiteContent } from '@bonisa/content/site-content';
import type { DevicePlaces } from '@bonisa/domain/playback/playing-devices';
import { creditsStart } from '@bonisa/domain/playback/title-segments';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { NewId } from '@bonisa/kit/ids';
import { purgeAll } from '@bonisa/kit/jobs/housekeeping';
import type { Media } from '@bonisa/media/media';
import type { Packages } from '@bonisa/money/packages/packages';
import type { SubscriptionModule } from '@bonisa/money/subscription/subscription';
import type { Access } from '@bonisa/people/identity/access';
import type { Identity } from '@bonisa/people/identity/identity';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import { eraserOf, type PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
import { heartbeatRoutes } from './heartbeat.routes.ts';
import { createListRepository } from './list.repository.ts';
import { listRoutes } from './list.routes.ts';
import { createListService } from './list.service.ts';
import { createPlayingDevicesRepository } from './playing-devices.repository.ts';
import {
  createPlayingDevicesService,
  type PlayingDevicesService,
} from './playing-devices.service.ts';
import { createResumeRepository } from './resume.repository.ts';
import { createResumeService, type Played } from './resume.service.ts';
import { createSignedIn } from './signed-in.ts';
import { shownRoutes } from './viewer.routes.ts';
import { createViewerCatalogue } from './viewer-catalogue.ts';

/** Lists and positions are stored for a year after a subscription (see the privacy policy). */
const KEPT_AFTER_END_MS = 365 * 24 * 60 * 60_000;
/** A device that plays no more is of no use after its lease; a day is simple to promise. */
const DEVICE_KEPT_MS = 24 * 60 * 60_000;

export interface ViewerDependencies {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'reading'>;
  readonly siteContent: Pick<SiteContent, 'cards'>;
  readonly media: { readonly compositions: Pick<Media['compositions'], 'find'> };
  readonly numbers: Pick<Numbers, 'repository' | 'withSubscriberLock' | 'withFreeSubscribers'>;
  readonly devices: PlayingDevicesService;
  readonly clock: Clock;
}

/** The personal data of viewing: lists, resume positions and the devices that play. */
export function viewerPersonalData(db: Database): readonly PersonalDataStore[] {
  return [createListRepository, createResumeRepository, createPlayingDevicesRepository].map(
    (create) => eraserOf(create(db)),
  );
}

export type Viewer = ReturnType<typeof createViewer>;

export interface DevicesDependencies {
  readonly config: { readonly devicePlaces: DevicePlaces };
  readonly db: Database;
  readonly newId: NewId;
  readonly numbers: Pick<Numbers, 'withSubscriberLock' | 'withFreeSubscribers'>;
  readonly identity: { readonly sessions: Pick<Identity['sessions'], 'isLive'> };
  readonly subscription: { readonly service: Pick<SubscriptionModule['service'], 'currentOf'> };
  readonly clock: Clock;
}

/** Builds the places of a subscription's devices, which media ask before each playlist. */
export function createPlayingDevices(dependencies: DevicesDependencies): PlayingDevicesService {
  const { config, db, newId, numbers, identity, subscription, clock } = dependencies;
  return createPlayingDevicesService({
    repository: createPlayingDevicesRepository(db),
    withSubscriberLock: numbers.withSubscriberLock,
    withFreeSubscribers: numbers.withFreeSubscribers,
    sessions: identity.sessions,
    subscriptionOf: subscription.service.currentOf,
    places: config.devicePlaces,
    newId,
    clock,
  });
}

/** Builds a subscriber's list and resume positions. */
export function createViewer(dependencies: ViewerDependencies) {
  const { db, numbers, devices, clock } = dependencies;
  const { reading } = dependencies.catalogue;
  const { cards } = dependencies.siteContent;
  const { withSubscriberLock } = numbers;
  const memberships = createMembershipReading(db);
  const catalogue = createViewerCatalogue({ reading, memberships, cards, clock });
  const lists = createListRepository(db);
  const positions = createResumeRepository(db);
  const creditsAt = async (slug: string): Promise<number | undefined> => {
    const asset = await catalogue.assetOf(slug);
    const media = asset && (await dependencies.media.compositions.find(asset));
    return media ? creditsStart(media.segments) : undefined;
  };
  const resume = createResumeService({
    repository: positions,
    catalogue,
    creditsAt,
    withSubscriberLock,
    withFreeSubscribers: numbers.withFreeSubscribers,
    clock,
  });
  const playing = createPlayingDevicesRepository(db);
  return {
    /** Deletes the lists and positions of subscriptions that ended a year ago, and old devices. */
    purge: (): Promise<void> => {
      const ago = (ms: number) => new Date(clock.now().getTime() - ms);
      return purgeAll([
        () => lists.purge(ago(KEPT_AFTER_END_MS)),
        () => positions.purge(ago(KEPT_AFTER_END_MS)),
        () => playing.purge(ago(DEVICE_KEPT_MS)),
      ]);
    },
    catalogue,
    /** The numbers of signed-in subscribers. */
    signedIn: createSignedIn(numbers.repository),
    lists,
    positions,
    playing,
    devices,
    list: createListService({
      repository: lists,
      catalogue,
      finished: resume.finished,
      withSubscriberLock,
      clock,
    }),
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
  readonly packages: Pick<Packages, 'sold'>;
  readonly numbers: Pick<Numbers, 'rechargeOf'>;
  readonly subscription: Pick<SubscriptionModule, 'service'>;
  readonly media: { readonly plays: Pick<Media['plays'], 'entitlementOf'> };
  readonly viewer: Pick<Viewer, 'signedIn' | 'list' | 'resume' | 'devices'>;
}

/** The calls about the viewer: my list, resume positions, heartbeats, and what a page shows. */
export function viewerRoutes(dependencies: ViewerRoutesDependencies): readonly Routes[] {
  const { config, clock, access, packages, subscription } = dependencies;
  const { sessions } = dependencies.identity;
  const { signedIn, list, resume, devices } = dependencies.viewer;
  const { entitlementOf } = dependencies.media.plays;
  const { retrySchedule } = config;
  const subscriptions = subscription.service;
  return [
    heartbeatRoutes({ entitlementOf, devices }),
    shownRoutes({
      sessions,
      signedIn,
      subscriptions,
      list,
      resume,
      clock,
      retrySchedule,
      packages,
      rechargeOf: dependencies.numbers.rechargeOf,
    }),
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
