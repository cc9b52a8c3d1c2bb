import type { SiteContent } from '@bonisa/content/site-content';
import { openTo } from '@bonisa/domain/catalogue/entry-state';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { NewId } from '@bonisa/kit/ids';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import { createLivePlayService } from '@bonisa/media/live/live-play.service';
import type { Media } from '@bonisa/media/media';
import { previewSession } from '@bonisa/media/play/entitlement';
import { createPlayService, type PlayBody } from '@bonisa/media/play/play.service';
import { createPackageRepository } from '@bonisa/money/packages/package.repository';
import type { Staff } from '../staff/staff.ts';
import { createPreviewRepository } from './preview.repository.ts';
import {
  type PreviewOf,
  type PreviewSite,
  previewRoutes,
  previewStudioRoutes,
} from './preview.routes.ts';
import { createPreviews, type Previews, type PreviewView } from './preview.service.ts';

export interface PreviewDependencies {
  readonly db: Database;
  readonly siteContent: Pick<SiteContent, 'preview'>;
  readonly media: Pick<Media, 'plays' | 'live'>;
  readonly staff: Pick<Staff, 'sessions'>;
  readonly previews: Previews;
  readonly config: { readonly secureCookies: boolean };
  readonly newId: NewId;
}

export interface PreviewLinksDependencies {
  readonly db: Database;
  readonly staff: Pick<Staff, 'sessionRows'>;
  readonly secrets: Pick<Secrets, 'key'>;
  readonly config: { readonly publicUrl: string; readonly secureCookies: boolean };
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Films are paid for: a preview shows them to whoever publishes them. */
const PREVIEW_ONLY = { entitled: false, reason: 'preview_only' } as const;

/** Builds the links of previews and who may use them, which media ask before each playlist. */
export function createPreviewLinks(dependencies: PreviewLinksDependencies): Previews {
  const { db, staff, secrets, config, clock, newId } = dependencies;
  return createPreviews({
    repository: createPreviewRepository(db),
    sessions: staff.sessionRows,
    key: secrets.key('preview'),
    config,
    clock,
    newId,
  });
}

export type Preview = ReturnType<typeof createPreview>;

/** Builds the preview of the site: its link, and what the site does for a previewing browser. */
export function createPreview(dependencies: PreviewDependencies) {
  const { db, siteContent, media, staff, previews, config, newId } = dependencies;
  // No number and no session: the signed addresses of segments are all that it gets.
  const grantOf = ({ id, until, packageId }: PreviewView) => ({
    entitlementOf: async () => ({
      ...({ entitled: true, subscriberId: '0', session: previewSession(id), until } as const),
      packageId: packageId ?? undefined,
    }),
    takePlace: async () => ({ granted: true, playId: newId() }) as const,
  });
  const playLive: PreviewSite['playLive'] = async (view, body, request) => {
    if (view.as === 'visitor') return { entitled: false, reason: 'visitor' };
    if (!view.mayPlay || !view.isNow) return PREVIEW_ONLY;
    const { plays, drafts } = media.live;
    // What viewers have plays as it does for them, with what is sent to it.
    const isShown = (await plays.channelBySlug(body.channel)) !== undefined;
    const service = createLivePlayService({
      ...(isShown ? plays : drafts().plays),
      ...grantOf(view),
      sendsCmcd: false,
    });
    return await service.play(body, request);
  };
  const liveFile: PreviewSite['liveFile'] = async (view, asked) =>
    view.as === 'subscriber' && view.mayPlay && view.isNow
      ? await media.live.drafts().file(asked)
      : undefined;
  const play: PreviewSite['play'] = async (view, body, request) => {
    if (view.as === 'visitor') return { entitled: false, reason: 'visitor' };
    if (!view.mayPlay) return PREVIEW_ONLY;
    const found = await siteContent.preview.findPlayable(body.video, view.at);
    // Windows by package are those of the previewed instant; the service would judge them by now.
    if (found && view.packageId !== null && !openTo(found.packages, view.packageId, view.at).isOpen)
      return { entitled: false, reason: 'other_package' };
    const service = createPlayService({
      ...media.plays,
      findPlayable: async () => found && { ...found, packages: null },
      ...grantOf(view),
      sendsCmcd: false,
      resumeAt: async () => null,
    });
    return await service.play(body as PlayBody, request);
  };
  const site: { routes: Routes; previewOf: PreviewOf } = previewRoutes({
    ...{ previews, play, playLive, liveFile, secureCookies: config.secureCookies },
    listsAt: siteContent.preview.listsAt,
    pictures: siteContent.preview.pictures,
  });
  return {
    ...site,
    studioRoutes: previewStudioRoutes({
      previews,
      packages: createPackageRepository(db),
      sessions: staff.sessions,
    }),
    purge: previews.purge,
  };
}
