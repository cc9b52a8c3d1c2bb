import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';
import type { FastifyRequest } from 'fastify';
import { personOf } from '../staff/person-of.ts';
import type { Staff } from '../staff/staff.ts';
import type { CareAct } from './care-acts.service.ts';
import type { CareLook, Holder, OpenNumber } from './care-look.service.ts';

/** What a request of the studio brings besides its fields. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly actor: StudioActor;
  readonly audit: RequestAudit;
}

/** The number of a request, and what every act on it needs. */
export interface OpenRequest {
  readonly number: OpenNumber;
  actOf(body: { readonly key: string; readonly reason: string }): CareAct;
}

export type OpenNumbers = ReturnType<typeof createOpenNumbers>;

/** Opens the numbers of handles for requests. */
export function createOpenNumbers({
  look,
  sessions,
}: {
  readonly look: Pick<CareLook, 'open'>;
  readonly sessions: Staff['sessions'];
}) {
  /** For whom alone a handle counts: this session of a person, or this key. */
  const holderOf = async ({ request, actor }: Asked): Promise<Holder> => {
    if (actor.kind !== 'account') return { actorId: actor.id, holder: `key ${actor.id}` };
    const { session } = await personOf({ sessions }, request);
    return { actorId: actor.id, holder: `session ${session.id} ${actor.id}` };
  };
  const open = async (handle: string, call: Asked): Promise<OpenRequest> => {
    const number = await look.open(handle, await holderOf(call));
    const { actor, audit } = call;
    return { number, actOf: ({ key, reason }) => ({ number, actor, audit, key, reason }) };
  };
  /** The same, and the look in the audit with the reason for which the number was found. */
  const openToRead = async (handle: string, call: Asked): Promise<OpenNumber> => {
    const { number } = await open(handle, call);
    await call.audit.record({ subject: number.subject, reason: number.reason });
    return number;
  };
  return { holderOf, open, openToRead };
}
