import type { RecordMedia } from '@bonisa/content/title-media.service';
import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';

/** Writes what a video or an episode has now to the audit, in the transaction of the change. */
export function recordedMedia(by: StudioActor, audit: RequestAudit): RecordMedia {
  return {
    by,
    audit: async ({ kind, id, key, assetId, nextAssetId, captions }, database) => {
      const languages = (captions ?? []).map(({ language, filesId }) => {
        return filesId === null ? `no ${language}` : language;
      });
      await audit.record(
        { subject: `${kind}:${id}`, details: { key, assetId, nextAssetId, captions: languages } },
        database,
      );
    },
  };
}
