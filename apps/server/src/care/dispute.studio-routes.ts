import * as calls from '@bonisa/contract/studio/care.calls';
import { careDisputeFile } from '@bonisa/contract/studio/list-files.calls';
import type { FastifyRequest } from 'fastify';
import type { Charge, ChargeRepository } from '../billing/charges/charge.repository.ts';
import { csvStream, rowsByPage, sendCsv } from '../platform/http/csv-file.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import type { RequestAudit, StudioActor } from '../platform/http/studio-types.ts';
import type { CareDispute } from './care.repository.ts';
import type { CareAct } from './care-acts.service.ts';
import type { OpenNumber } from './care-look.service.ts';
import type { Disputes } from './dispute.service.ts';
import { disputeView } from './dispute.view.ts';
import { DISPUTE_COLUMNS, disputeRow } from './dispute-file.ts';
import type { NameOfPackage } from './number-records.service.ts';

/** Disputes of a file that are read at once. */
const FILE_PAGE = 500;

/** Opens the number of a handle for a request. */
export type OpenHandle = (
  handle: string,
  asked: {
    readonly request: FastifyRequest;
    readonly actor: StudioActor;
    readonly audit: RequestAudit;
  },
) => Promise<OpenRequest>;

/** The number of a request, and what every act on it needs. */
export interface OpenRequest {
  readonly number: OpenNumber;
  actOf(body: { readonly key: string; readonly reason: string }): CareAct;
}

/** What disputes are shown with. */
export interface DisputeNames {
  readonly nameOf: NameOfPackage;
  readonly charges: Pick<ChargeRepository, 'byReferences'>;
}

/** The calls of the studio about disputes. */
export function disputeRoutes(
  disputes: Disputes,
  open: OpenHandle,
  { nameOf, charges }: DisputeNames,
): StudioRoutes {
  const viewWith = (row: CareDispute, charge: Pick<Charge, 'createdAt'> | undefined) =>
    disputeView(row, nameOf(row.packageId, charge?.createdAt ?? row.openedAt));
  const viewsOf = async (rows: readonly CareDispute[]) => {
    const known = await charges.byReferences(rows.map(({ reference }) => reference));
    return rows.map((row) => viewWith(row, known.get(row.reference)));
  };
  const viewOf = async (row: CareDispute) =>
    viewWith(row, (await charges.byReferences([row.reference])).get(row.reference));

  return ({ register }) => {
    register(calls.careDisputes, {
      limit: 'read',
      handle: async ({ query }) => {
        const { data, next } = await disputes.list(query);
        return { data: await viewsOf(data), next };
      },
    });
    register(careDisputeFile, {
      limit: 'read',
      handle: async ({ query: { state }, audit, reply }) => {
        await audit.record({ subject: 'disputes', details: state ? { state } : {} });
        const rows = rowsByPage(async (before: string | undefined) => {
          const { data, next } = await disputes.list({ state, before, limit: FILE_PAGE });
          return { rows: (await viewsOf(data)).map(disputeRow), next: next ?? undefined };
        });
        const name = `disputes${state ? `-${state}` : ''}`;
        return sendCsv(reply, name, csvStream(DISPUTE_COLUMNS, rows));
      },
    });
    register(calls.careDispute, {
      limit: 'write',
      handle: async ({ body, ...asked }) => {
        const { number, actOf } = await open(body.handle, asked);
        const { key, reference, words } = body;
        const { id } = await disputes.open(actOf({ key, reason: words }), reference);
        return { dispute: await viewOf(await disputes.disputeOf(number, reference, id)) };
      },
    });
    register(calls.careAnswerDispute, {
      limit: 'write',
      handle: async ({ body, ...asked }) => {
        const { number } = await open(body.handle, asked);
        const { actor, audit } = asked;
        const by = { number, actor, audit };
        return { dispute: await viewOf(await disputes.answer(by, body.dispute_id, body.words)) };
      },
    });
    register(calls.careDecideDispute, {
      limit: 'write',
      handle: async ({ body, ...asked }) => {
        const { actOf } = await open(body.handle, asked);
        const { dispute_id: disputeId, verdict, amount } = body;
        const decision = { disputeId, verdict, amount };
        const { dispute, refund } = await disputes.decide(actOf(body), decision);
        return { dispute: await viewOf(dispute), refund };
      },
    });
  };
}
