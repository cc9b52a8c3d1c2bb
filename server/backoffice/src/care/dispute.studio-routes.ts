import * as calls from '@bonisa/contract/studio/care.calls';
import { careDisputeFile } from '@bonisa/contract/studio/list-files.calls';
import { csvStream, rowsByPage, sendCsv } from '@bonisa/kit/http/csv-file';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { ChargeRepository } from '@bonisa/money/billing/charges/charge.repository';
import type { CareDispute } from './care.repository.ts';
import type { Disputes } from './dispute.service.ts';
import { disputeView, listedDispute } from './dispute.view.ts';
import { DISPUTE_COLUMNS } from './dispute-file.ts';
import type { DisputeRefunds } from './dispute-refund.ts';
import type { NameOfPackage } from './number-records.service.ts';
import type { OpenNumbers } from './open-number.ts';

/** Disputes of a file that are read at once. */
const FILE_PAGE = 500;

/** What disputes are shown with. */
export interface DisputeParts {
  readonly nameOf: NameOfPackage;
  readonly charges: Pick<ChargeRepository, 'byReferences'>;
  readonly disputeRefunds: Pick<DisputeRefunds, 'progressOf'>;
}

/** The calls of the studio about disputes. */
export function disputeRoutes(
  disputes: Disputes,
  open: OpenNumbers['open'],
  { nameOf, charges, disputeRefunds }: DisputeParts,
): StudioRoutes {
  const viewsOf = async (rows: readonly CareDispute[]) => {
    const known = await charges.byReferences(rows.map(({ reference }) => reference));
    const refunds = await disputeRefunds.progressOf(rows);
    return rows.map((row) => {
      const chargedAt = known.get(row.reference)?.createdAt ?? row.openedAt;
      const packageName = nameOf(row.packageId, chargedAt);
      return disputeView(row, { packageName, refund: refunds.get(row.id) });
    });
  };
  const listOf = async (rows: readonly CareDispute[]) => (await viewsOf(rows)).map(listedDispute);
  const viewOf = async (row: CareDispute) => {
    const [view] = await viewsOf([row]);
    if (!view) throw new Error('one dispute has one view');
    return view;
  };

  return ({ register }) => {
    register(calls.careDisputes, {
      limit: 'read',
      handle: async ({ query }) => {
        const { data, next } = await disputes.list(query);
        return { data: await listOf(data), next, undecided: await disputes.undecided() };
      },
    });
    register(careDisputeFile, {
      limit: 'read',
      handle: async ({ query: { state }, audit, reply }) => {
        await audit.record({ subject: 'disputes', details: state ? { state } : {} });
        const rows = rowsByPage(async (before: string | undefined) => {
          const { data, next } = await disputes.list({ state, before, limit: FILE_PAGE });
          return { rows: await listOf(data), next: next ?? undefined };
        });
        const name = `disputes${state ? `-${state}` : ''}`;
        return sendCsv(reply, name, csvStream(DISPUTE_COLUMNS, rows));
      },
    });
    register(calls.careDispute, {
      limit: 'write',
      handle: async ({ body, ...call }) => {
        const { number, actOf } = await open(body.handle, call);
        const { key, reference, words } = body;
        const { id } = await disputes.open(actOf({ key, reason: words }), reference);
        return { dispute: await viewOf(await disputes.disputeOf(number, reference, id)) };
      },
    });
    register(calls.careAnswerDispute, {
      limit: 'write',
      handle: async ({ body, ...call }) => {
        const { number } = await open(body.handle, call);
        const { actor, audit } = call;
        const by = { number, actor, audit };
        return { dispute: await viewOf(await disputes.answer(by, body.dispute_id, body.words)) };
      },
    });
    register(calls.careDecideDispute, {
      limit: 'write',
      handle: async ({ body, ...call }) => {
        const { actOf } = await open(body.handle, call);
        const { dispute_id: disputeId, verdict, amount } = body;
        const decision = { disputeId, verdict, amount };
        const { dispute, refund } = await disputes.decide(actOf(body), decision);
        return { dispute: await viewOf(dispute), refund };
      },
    });
  };
}
