import type { Account } from '../account/account.ts';
import type { Billing } from '../billing/billing.ts';
import type { Identity } from '../identity/identity.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createSecondPerson } from '../ledger/second-person.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { Packages } from '../packages/packages.ts';
import type { BrandConfig } from '../platform/brand/brand.config.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { EndRecords } from '../platform/end-records/end-records.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import type { NewId } from '../platform/ids.ts';
import type { JobGates } from '../platform/jobs/job-gates.ts';
import type { ScheduledJob } from '../platform/jobs/scheduler.ts';
import type { Wake } from '../platform/jobs/wake-signal.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { WaitingRequest } from '../staff/account.service.ts';
import type { Staff } from '../staff/staff.ts';
import type { SubscriptionRoom } from '../subscription/subscription.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Viewer } from '../viewer/viewer.ts';
import { createActOnce } from './act-once.ts';
import type { CareConfig } from './care.config.ts';
import { createCareRepository } from './care.repository.ts';
import { careStudioRoutes } from './care.studio-routes.ts';
import { createCareActs } from './care-acts.service.ts';
import { createCareLook } from './care-look.service.ts';
import { createCareRefundRepository } from './care-refund.repository.ts';
import { createCareRefunds } from './care-refund.service.ts';
import { createDisputes } from './dispute.service.ts';
import { createDisputeRefunds } from './dispute-refund.ts';
import { createNumberHandles } from './number-handle.ts';
import { createNumberRecords } from './number-records.service.ts';

/** Keys of acts are kept this long: a repetition comes within minutes. */
const KEYS_KEPT_MS = 7 * 24 * 60 * 60_000;
/** As long as evidence: three years. */
const NOTES_KEPT_MS = 3 * 366 * 24 * 60 * 60_000;

export interface CareDependencies {
  readonly packages: Pick<Packages, 'sold'>;
  readonly config: { readonly care: CareConfig; readonly brand: BrandConfig };
  readonly secrets: Pick<Secrets, 'key' | 'lastingKey'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly endRecords: Pick<EndRecords, 'flush'>;
  readonly wake: Wake;
  readonly identity: Pick<Identity, 'personal'>;
  readonly messaging: Pick<Messaging, 'outbox' | 'inboundLog' | 'notices'>;
  readonly subscription: Pick<SubscriptionRoom, 'repository' | 'service' | 'unblocking'>;
  readonly billing: Pick<Billing, 'charges' | 'refunds' | 'refundService'>;
  readonly viewer: Pick<Viewer, 'playing'>;
  readonly telemetry: Pick<Telemetry, 'playbackLogs'>;
  readonly staff: Pick<Staff, 'sessions' | 'accounts'>;
  readonly ledger: { readonly writeOffs: Pick<Ledger['writeOffs'], 'waitingBy'> };
  readonly account: Pick<Account, 'feedback'>;
}

export type Care = ReturnType<typeof createCare>;

/** The data of a number that care owns: notes, disputes and requests for refunds. */
export function carePersonalData(db: Database): PersonalDataStore {
  const care = createCareRepository(db);
  const refunds = createCareRefundRepository(db);
  return {
    erase: async (tx, { id }) => {
      await care.within(tx).removeAllOf(id);
      await refunds.within(tx).removeAllOf(id);
    },
  };
}

/** What the people of the brand wrote about a subscriber, for the document of one's data. */
export function careRecordsOf(db: Database) {
  const care = createCareRepository(db);
  return async (subscriberId: number) => {
    const notes = await care.notesOf([subscriberId]);
    const disputes = await care.disputesOfSubscriber(subscriberId);
    // Without the names of the people who wrote them.
    return {
      notes: notes.map(({ at, text }) => ({ at, text })),
      disputes: disputes.map(({ reference, state, words, openedAt, answer, decidedAt }) => ({
        reference,
        state,
        words,
        openedAt,
        answer,
        decidedAt,
      })),
    };
  };
}

/** Builds care: who answers a caller. */
export function createCare(dependencies: CareDependencies) {
  const { config, secrets, db, clock, newId, wake, messaging, billing } = dependencies;
  const { repository: subscriptions, service, unblocking } = dependencies.subscription;
  const { outbox: messages, inboundLog, notices } = messaging;
  const secret = secrets.lastingKey('care');
  const nameOf = (packageId: string, at: Date): string =>
    dependencies.packages.sold.nameAt(packageId, at) ?? packageId;
  const care = createCareRepository(db);
  const refundRows = createCareRefundRepository(db);
  const { once, isUnderWay } = createActOnce({ care, clock });
  const look = createCareLook({
    records: createNumberRecords({
      nameOf,
      subscriptions,
      unblockings: unblocking,
      charges: billing.charges,
      refunds: billing.refunds,
      messages,
      inboundLog,
      identity: dependencies.identity.personal,
      playing: dependencies.viewer.playing,
      care,
      careRefunds: refundRows,
    }),
    numbers: subscriptions.numbers,
    service,
    handles: createNumberHandles(secrets.key('care'), clock),
    care,
    clock,
    looksAnHour: config.care.looksAnHour,
  });
  const disputeRefunds = createDisputeRefunds({
    care,
    careRefunds: refundRows,
    refunds: billing.refunds,
    clock,
    secret,
  });
  const secondPerson = createSecondPerson(() => dependencies.staff.accounts);
  const refunds = createCareRefunds({
    careRefunds: refundRows,
    disputeRefunds,
    once,
    isUnderWay,
    look,
    charges: billing.charges,
    refunds: billing.refunds,
    refundService: billing.refundService,
    subscriptions,
    secondPerson,
    clock,
    limit: config.care.refundLimit,
  });
  const parts = { care, once, subscriptions, clock, newId };
  const acts = createCareActs({
    ...parts,
    service,
    unblocking,
    messages,
    notices,
    secret,
    endRecords: dependencies.endRecords,
    wake,
  });
  const disputes = createDisputes({ ...parts, look, careRefunds: refunds });
  const studioRoutes: StudioRoutes = careStudioRoutes({
    look,
    acts,
    refunds,
    refundRows,
    secondPerson,
    disputes,
    disputeRefunds,
    charges: billing.charges,
    refundsMade: billing.refunds,
    numbers: subscriptions.numbers,
    subscriptions,
    feedbackBy: dependencies.account.feedback.subscriberOf,
    playedBy: dependencies.telemetry.playbackLogs.of,
    sessions: dependencies.staff.sessions,
    service: config.brand.name,
    limit: config.care.refundLimit,
    nameOf,
    clock,
  });
  return {
    studioRoutes,
    refunds,
    disputes,
    look,
    /** What an account asked a second person for: refunds of care and write-offs. */
    waitingBy: async (accountId: string): Promise<WaitingRequest[]> => {
      const asked = await refundRows.waitingBy(accountId, clock.now());
      const writeOffs = await dependencies.ledger.writeOffs.waitingBy(accountId);
      return [
        ...asked.map((row) => ({ ...row, kind: 'refund' as const })),
        ...writeOffs.map((row) => ({ ...row, kind: 'write_off' as const })),
      ];
    },
    purge: () => {
      const ago = (ms: number) => new Date(clock.now().getTime() - ms);
      return care.purge(ago(KEYS_KEPT_MS), ago(NOTES_KEPT_MS));
    },
  };
}

/** The scheduled jobs of care, behind the gates of recovery. */
export function careJobs({ refunds }: Pick<Care, 'refunds'>, gates: JobGates): ScheduledJob[] {
  return [gates.unlessFrozen(refunds.job), gates.unlessFrozen(refunds.expiryJob)];
}
