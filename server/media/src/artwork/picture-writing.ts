import type { PictureWriting } from '@bonisa/content/pictures/uploaded-artwork.service';
import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';

/** How a call changes the pictures of an entry: by whom, from which version, with its audit. */
export function pictureWriting(
  actor: StudioActor,
  audit: RequestAudit,
  { use, version }: { readonly use: string; readonly version?: number | undefined },
): PictureWriting {
  return {
    by: { kind: actor.kind, id: actor.id, name: actor.name },
    version,
    record: async ({ kind, key, id }, artwork, database) => {
      const uses = Object.entries(artwork ?? {}).map(([one, given]) => [one, given.id]);
      await audit.record(
        { subject: `${kind}:${id}`, details: { key, use, pictures: Object.fromEntries(uses) } },
        database,
      );
    },
  };
}
