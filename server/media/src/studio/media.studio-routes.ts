import {
  captionsText,
  MOST_CAPTION_CHARACTERS,
  putCaptions,
  removeCaptions,
} from '@bonisa/contract/studio/captions.calls';
import {
  assets,
  attachMedia,
  detachMedia,
  mediaJob,
  mediaJobs,
  mediaOfTitle,
  removeAsset,
  retryMedia,
} from '@bonisa/contract/studio/media.calls';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { CaptionsError } from '../captions/webvtt.ts';
import type { IngestService } from '../ingest/ingest.service.ts';
import { refuseField } from '../ops-fields.ts';
import type { Uploads } from '../uploads/uploads.service.ts';
import type { Library } from './library.service.ts';
import { viewOfMediaAsset, viewOfMediaJob, viewOfTitleMedia } from './library.view.ts';
import { recordedMedia } from './media-recording.ts';
import { ownerFor } from './upload-owner.ts';

export interface MediaStudioParts {
  readonly library: Library;
  readonly ingest: Pick<IngestService, 'job' | 'jobs' | 'retry'>;
  readonly uploads: Pick<Uploads, 'isJobOfOthers'>;
  readonly clock: Clock;
}

/** JSON may write each character of a text as six. */
const CAPTIONS_BODY_LIMIT = MOST_CAPTION_CHARACTERS * 2;

/** The calls of the studio about media and captions. */
export function mediaStudioRoutes(parts: MediaStudioParts): StudioRoutes {
  const { library, ingest, clock } = parts;
  return ({ register }) => {
    register(mediaJobs, {
      limit: 'read',
      handle: async ({ query }) => ({
        data: (await ingest.jobs(query)).map((job) => viewOfMediaJob(job, clock.now())),
      }),
    });
    register(mediaJob, {
      limit: 'read',
      handle: async ({ params: { id } }) => {
        const job = await ingest.job(id);
        if (!job) throw new AppError('not_found', 'There is no such job.');
        return viewOfMediaJob(job, clock.now());
      },
    });
    register(retryMedia, {
      limit: 'write',
      handle: async ({ body: { asset_ids: ids } }) => ({
        queued: await ingest.retry(await library.failed(ids)),
      }),
    });
    register(assets, {
      limit: 'read',
      handle: async ({ query }) => {
        const found = await library.assets(query);
        const data = found.map(({ asset, retired, uses, problem }) => {
          return { ...viewOfMediaAsset(asset, retired), uses, problem };
        });
        return { data, next: data.length < query.limit ? null : (data.at(-1)?.id ?? null) };
      },
    });
    register(removeAsset, {
      limit: 'write',
      handle: async ({ params: { id } }) => {
        await library.remove(id);
        return { removed: true as const };
      },
    });
    titleRoutes(register, parts);
    captionRoutes(register, library, clock);
  };
}

type Register = Parameters<StudioRoutes>[0]['register'];

function titleRoutes(register: Register, { library, uploads, clock }: MediaStudioParts): void {
  register(mediaOfTitle, {
    limit: 'read',
    handle: async ({ params: { kind }, query: { key } }) =>
      viewOfTitleMedia(await library.describe({ kind, key }), clock.now()),
  });
  register(attachMedia, {
    limit: 'write',
    handle: async ({ params: { kind }, body, actor, audit }) => {
      const { key, asset_id: assetId, job_id: jobId } = body;
      const seen = body.seen && { assetId: body.seen.asset_id, nextAssetId: body.seen.next_id };
      const mayReplace = actor.scopes.has('catalogue:publish');
      const owner = ownerFor(actor);
      if (jobId && owner && (await uploads.isJobOfOthers(jobId, owner)))
        throw new AppError('not_found', 'There is no such job.');
      const given = { assetId, jobId, mayReplace, seen };
      return viewOfTitleMedia(
        await library.attach({ kind, key }, given, recordedMedia(actor, audit)),
        clock.now(),
      );
    },
  });
  register(detachMedia, {
    limit: 'write',
    handle: async ({ params: { kind }, query, actor, audit }) => {
      const { key, next: onlyNext, seen_asset_id, seen_next_id } = query;
      const mayHide = actor.scopes.has('catalogue:publish');
      const isSeen = seen_asset_id !== undefined || seen_next_id !== undefined;
      const seen = { assetId: seen_asset_id ?? null, nextAssetId: seen_next_id ?? null };
      const options = { onlyNext, mayHide, seen: isSeen ? seen : undefined };
      return viewOfTitleMedia(
        await library.detach({ kind, key }, options, recordedMedia(actor, audit)),
        clock.now(),
      );
    },
  });
}

function captionRoutes(register: Register, library: Library, clock: Clock): void {
  register(putCaptions, {
    limit: 'write',
    bodyLimit: CAPTIONS_BODY_LIMIT,
    handle: async ({ params: { kind, language }, body, actor, audit }) => {
      const { key, label, default: isDefault, text, from_import: isImport, version } = body;
      const given = { language, label, isDefault, text, isImport, began: version };
      const found = await library
        .putCaptions({ kind, key }, given, recordedMedia(actor, audit))
        .catch((error: unknown) => {
          throw error instanceof CaptionsError ? refuseField('text', error.message) : error;
        });
      const { isGiven, leftOut } = found;
      const left_out = { count: leftOut.count, lines: [...leftOut.lines] };
      return { ...viewOfTitleMedia(found, clock.now()), given: isGiven, left_out };
    },
  });
  register(removeCaptions, {
    limit: 'write',
    handle: async ({ params: { kind, language }, query, actor, audit }) => {
      const { key, restore: isRestored, version: began } = query;
      const given = { language, isRestored, began };
      return viewOfTitleMedia(
        await library.removeCaptions({ kind, key }, given, recordedMedia(actor, audit)),
        clock.now(),
      );
    },
  });
  register(captionsText, {
    limit: 'read',
    handle: async ({ params: { kind, language }, query: { key }, reply }) => {
      reply.type('text/vtt; charset=utf-8');
      return await library.captionsText({ kind, key }, language);
    },
  });
}
