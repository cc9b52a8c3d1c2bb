import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';
import { detailsOf } from './batch.refusals.ts';
import type { ApplyOptions } from './editing.service.ts';
import type { EntryName } from './entries.service.ts';
import { keyKindOf } from './entry-kinds.ts';

/** How a call of the studio writes: by whom, with what right, and with its audit. */
export function writing(actor: StudioActor, audit: RequestAudit, name?: EntryName): ApplyOptions {
  const subject = name ? `${keyKindOf(name.kind)}:${name.key}` : 'catalogue';
  return {
    by: { kind: actor.kind, id: actor.id, name: actor.name },
    mayPublish: actor.scopes.has('catalogue:publish'),
    record: (written, transaction) =>
      audit.record({ subject, details: detailsOf(written) }, transaction),
  };
}
