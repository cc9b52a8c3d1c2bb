import * as calls from '@bonisa/contract/studio/care.calls';
import type { Cents } from '@bonisa/domain/money/rand';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { typedMsisdnOf } from '@bonisa/kit/http/request-values';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { StudioActor } from '@bonisa/kit/http/studio-types';
import type { Charge, ChargeRepository } from '@bonisa/money/billing/charges/charge.repository';
import type { RefundRepository } from '@bonisa/money/billing/refunds/refund.repository';
import type { SecondPerson } from '@bonisa/money/ledger/second-person';
import type { SubscriptionRepository } from '@bonisa/money/subscription/subscription.repository';
import type { NumberRepository } from '@bonisa/people/numbers/number.repository';
import { approvalView, requestOf } from './approval.view.ts';
import type { CareActs } from './care-acts.service.ts';
import type { CareLook, OpenNumber } from './care-look.service.ts';
import type { CareRefund, CareRefundRepository } from './care-refund.repository.ts';
import type { CareRefunds } from './care-refund.service.ts';
import { answerOf, type Playback } from './charge-answer.ts';
import type { Disputes } from './dispute.service.ts';
import type { DisputeRefunds } from './dispute-refund.ts';
import { type EvidenceBrand, evidenceContent, evidenceHash } from './evidence-content.ts';
import type { NameOfPackage } from './number-records.service.ts';
import type { OpenNumbers } from './open-number.ts';
import { timelineOf } from './timeline.ts';
import { timelinePage } from './timeline-page.ts';

/** The most reports of players that are read for one charge. */
const MOST_PLAYS = 5000;

export interface CareRoutesDependencies {
  readonly look: CareLook;
  readonly openNumbers: OpenNumbers;
  readonly acts: CareActs;
  readonly refunds: CareRefunds;
  readonly refundRows: CareRefundRepository;
  readonly secondPerson: Pick<SecondPerson, 'seenBy'>;
  readonly disputes: Pick<Disputes, 'byId'>;
  readonly disputeRefunds: Pick<DisputeRefunds, 'progressOf'>;
  readonly charges: Pick<ChargeRepository, 'byReferences' | 'byReference' | 'byId'>;
  readonly refundsMade: Pick<RefundRepository, 'byReference'>;
  readonly numbers: Pick<NumberRepository, 'numbersOf'>;
  readonly subscriptions: Pick<SubscriptionRepository, 'numbersOfSubscriptions'>;
  /** The subscriber who gave a feedback. */
  readonly feedbackBy: (id: string) => Promise<number | undefined>;
  readonly playedBy: (subscriberId: number, limit: number) => Promise<readonly Playback[]>;
  /** Whose document the evidence is, and the picture at its top. */
  readonly brand: EvidenceBrand;
  readonly mark: () => Promise<Buffer>;
  readonly limit: Cents;
  readonly nameOf: NameOfPackage;
  readonly clock: Clock;
}

/** The calls of the studio for those who answer callers. */
export function careStudioRoutes(dependencies: CareRoutesDependencies): StudioRoutes {
  const { look, acts, refunds, refundRows, charges, numbers, nameOf, clock } = dependencies;
  const { secondPerson } = dependencies;
  const { holderOf, open, openToRead } = dependencies.openNumbers;
  const summaryOf = async ({ msisdn }: OpenNumber) => ({ summary: await look.summary(msisdn) });
  /** The number that a subscriber has now; none if it was removed. */
  const numberOf = async (subscriberId: number | null | undefined) =>
    subscriberId == null ? undefined : (await numbers.numbersOf([subscriberId])).get(subscriberId);
  const numberOfCharge = async ({ subscriptionId: id }: Charge) =>
    (await dependencies.subscriptions.numbersOfSubscriptions([id])).get(id);
  /** A charge by our reference of it, or of a refund of it. */
  const chargeOf = async (reference: string): Promise<Charge | undefined> => {
    const charge = await charges.byReference(reference);
    if (charge) return charge;
    const refund = await dependencies.refundsMade.byReference(reference);
    return refund?.chargeId ? await charges.byId(refund.chargeId) : undefined;
  };
  const seenBy = (actor: StudioActor, rows: readonly CareRefund[]) =>
    secondPerson.seenBy(actor.id, rows.map(requestOf), clock.now());
  const viewsOf = async (rows: readonly CareRefund[], actor: StudioActor) => {
    const known = await charges.byReferences(rows.map(({ reference }) => reference));
    const seen = await seenBy(actor, rows);
    return rows.map((row) =>
      approvalView(row, known.get(row.reference), { seen: seen(requestOf(row)), nameOf }),
    );
  };
  const viewOf = async (row: CareRefund, actor: StudioActor) => {
    const [view] = await viewsOf([row], actor);
    if (!view) throw new Error('one request has one view');
    return view;
  };

  return (studio) => {
    const { register } = studio;
    register(calls.careFind, {
      limit: 'write',
      handle: async ({ body: { msisdn, reason }, ...asked }) =>
        look.find({ msisdn: typedMsisdnOf(msisdn), reason }, await holderOf(asked), asked.audit),
    });
    register(calls.careSummary, {
      limit: 'read',
      handle: async ({ body, ...asked }) => summaryOf(await openToRead(body.handle, asked)),
    });
    register(calls.careTimeline, {
      limit: 'read',
      handle: async ({ body: { handle, before, limit }, ...asked }) => {
        const { msisdn } = await openToRead(handle, asked);
        const all = timelineOf(await look.records(msisdn), clock.now());
        return timelinePage(all, { before, limit });
      },
    });
    register(calls.careCharge, {
      limit: 'read',
      handle: async ({ body: { handle, reference }, ...asked }) => {
        const { msisdn } = await openToRead(handle, asked);
        const records = await look.records(msisdn);
        const charge = records.charges.find((one) => one.reference === reference);
        if (!charge)
          throw new AppError('not_found', 'This number has no charge with this reference.');
        const id = records.subscriber?.id;
        const played = id === undefined ? [] : await dependencies.playedBy(id, MOST_PLAYS);
        const own = records.disputes.filter(({ chargeId }) => chargeId === charge.id);
        const disputeRefunds = await dependencies.disputeRefunds.progressOf(own);
        const { limit } = dependencies;
        return answerOf(records, charge, { played, limit, disputeRefunds, now: clock.now() });
      },
    });
    register(calls.careEvidence, {
      limit: 'write',
      handle: async ({ body: { handle, reason }, reply, ...asked }) => {
        const { number } = await open(handle, asked);
        const records = await look.records(number.msisdn);
        const summary = await look.summarise(records);
        if (!summary.known) throw new AppError('not_found', 'Nothing is kept of this number.');
        const made = { at: clock.now(), by: asked.actor.name, brand: dependencies.brand };
        const content = evidenceContent(records, summary, made);
        const details = { sha256: evidenceHash(content) };
        await asked.audit.record({ subject: number.subject, reason, details });
        const name = `evidence-${made.at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.pdf`;
        // The library is loaded for the first document: few processes make any.
        const { evidencePdf } = await import('./evidence-pdf.ts');
        reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${name}"`);
        return evidencePdf(content, await dependencies.mark());
      },
    });

    const acting = {
      cancel: calls.careCancel,
      block: calls.careBlock,
      unblock: calls.careUnblock,
    } as const;
    for (const name of ['cancel', 'block', 'unblock'] as const)
      register(acting[name], {
        limit: 'write',
        handle: async ({ body, ...asked }) => {
          const { number, actOf } = await open(body.handle, asked);
          await acts[name](actOf(body));
          return await summaryOf(number);
        },
      });
    register(calls.careSendAgain, {
      limit: 'write',
      handle: async ({ body, ...asked }) => {
        const { number, actOf } = await open(body.handle, asked);
        await acts.sendAgain(actOf(body), body.message === 'receipt' ? 'receipt' : 'welcome');
        return await summaryOf(number);
      },
    });
    register(calls.careNote, {
      limit: 'write',
      handle: async ({ body, ...asked }) => {
        const { number, actOf } = await open(body.handle, asked);
        await acts.note(actOf({ key: body.key, reason: body.text }));
        return await summaryOf(number);
      },
    });
    register(calls.careRefund, {
      limit: 'write',
      handle: async ({ body, ...asked }) => {
        const { number, actOf } = await open(body.handle, asked);
        const refund = await refunds.request(actOf(body), body);
        return { refund, ...(await summaryOf(number)) };
      },
    });

    register(calls.careApprovals, {
      limit: 'read',
      handle: async ({ query: { limit, ...query }, actor }) => {
        const now = clock.now();
        const found = await refundRows.requests({ ...query, now, limit: limit + 1 });
        const rows = found.slice(0, limit);
        const waiting = await refundRows.allWaiting(now);
        const seen = waiting.map(requestOf).map(await seenBy(actor, waiting));
        const forOthers = seen.filter(({ own, bound }) => own || bound).length;
        return {
          data: await viewsOf(rows, actor),
          next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
          waiting: waiting.length,
          may_decide: actor.scopes.has('refund:approve') ? waiting.length - forOthers : 0,
        };
      },
    });
    register(calls.careOpenApproval, {
      limit: 'write',
      handle: async ({ params: { id }, ...asked }) => {
        const row = await refundRows.byId(id);
        const msisdn = await numberOf(row?.state === 'free' ? null : row?.subscriberId);
        if (!msisdn) throw new AppError('not_found', 'There is no such request with a number.');
        const reason = `To decide the refund ${id}`;
        return look.find({ msisdn, reason }, await holderOf(asked), asked.audit);
      },
    });
    register(calls.careOpenFeedback, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, ...asked }) => {
        // Finance may look at numbers, and not at what viewers wrote.
        if (!asked.actor.scopes.has('feedback:read'))
          throw new AppError('scope_missing', 'This needs feedback:read besides care:read.');
        const msisdn = await numberOf(await dependencies.feedbackBy(id));
        if (!msisdn) throw new AppError('not_found', 'There is no such feedback with a number.');
        const details = { feedback: id };
        return look.find({ msisdn, reason, details }, await holderOf(asked), asked.audit);
      },
    });
    register(calls.careOpenDispute, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, ...asked }) => {
        const dispute = await dependencies.disputes.byId(id);
        const msisdn = await numberOf(dispute?.subscriberId);
        if (!dispute || !msisdn)
          throw new AppError('not_found', 'There is no such dispute with a number.');
        const details = { dispute: id };
        const sought = { msisdn, reason, details };
        const found = await look.find(sought, await holderOf(asked), asked.audit);
        return { ...found, reference: dispute.reference };
      },
    });
    register(calls.careOpenCharge, {
      limit: 'write',
      handle: async ({ body, ...asked }) => {
        const charge = await chargeOf(body.reference);
        const msisdn = charge && (await numberOfCharge(charge));
        if (!charge || !msisdn)
          throw new AppError('not_found', 'There is no such charge with a number.');
        const details = { charge: charge.reference };
        const sought = { msisdn, reason: body.reason, details };
        const found = await look.find(sought, await holderOf(asked), asked.audit);
        return { ...found, reference: charge.reference };
      },
    });
    register(calls.careApprove, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, actor, audit }) => {
        const { row, refund } = await refunds.approve(id, { actor, audit, reason });
        return { approval: await viewOf(row, actor), refund };
      },
    });
    register(calls.careRefuse, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, actor, audit }) => ({
        approval: await viewOf(await refunds.refuse(id, { actor, audit, reason }), actor),
      }),
    });
  };
}
