import { iconsOf } from '@bonisa/artwork/brand-mark';
import { brandMarkOf } from '@bonisa/content/pictures/icon.routes';
import type { BrandConfig } from '@bonisa/kit/brand/brand.config';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { NewId } from '@bonisa/kit/ids';
import type { JobGates } from '@bonisa/kit/jobs/job-gates';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { Billing } from '@bonisa/money/billing/billing';
import type { Ledger } from '@bonisa/money/ledger/ledger';
import { createSecondPerson } from '@bonisa/money/ledger/second-person';
import type { Messaging } from '@bonisa/money/messaging/messaging';
import type { Packages } from '@bonisa/money/packages/packages';
import type { SubscriptionModule } from '@bonisa/money/subscription/subscription';
import type { Identity } from '@bonisa/people/identity/identity';
import type { PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
import type { Account } from '@bonisa/viewers/account/account';
import type { Telemetry } from '@bonisa/viewers/telemetry/telemetry';
import type { Viewer } from '@bonisa/viewers/viewer/viewer';
import type { WaitingRequest } from '../staff/account.service.ts';
import type { Staff } from '../staff/staff.ts';
import { createActOnce } from './act-once.ts';
import type { CareConfig } from './care.config.ts';
import { createCareRepository } from './care.repository.ts';
import { careStudioRoutes } from './care.studio-routes.ts';
import { createCareActs } from './care-acts.service.ts';
import { createCareLook } from './care-look.service.ts';
import { createCareRefundRepository } from './care-refund.repository.ts';
import { createCareRefunds } from './care-refund.service.ts';
import { createDisputes } from './dispute.service.ts';
import { disputeRoutes } from './dispute.studio-routes.ts';
import { createDisputeRefunds } from './dispute-refund.ts';
import { createNumberHandles } from './number-handle.ts';
import { createNumberRecords } from './number-records.service.ts';
import { createOpenNumbers } from './open-number.ts';

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
  readonly terminationJournal: Pick<TerminationJournal, 'flush'>;
  readonly wake: Wake;
  readonly identity: Pick<Identity, 'personal'>;
  readonly messaging: Pick<Messaging, 'outbox' | 'inboundLog' | 'notices'>;
  readonly subscription: Pick<SubscriptionModule, 'repository' | 'service' | 'unblocking'>;
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
  const secondPerson = createSecondPerson(dependencies.staff.accounts);
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
    terminationJournal: dependencies.terminationJournal,
    wake,
  });
  const disputes = createDisputes({ ...parts, look, careRefunds: refunds });
  const openNumbers = createOpenNumbers({ look, sessions: dependencies.staff.sessions });
  const { charges } = billing;
  const studioRoutes: StudioRoutes[] = [
    careStudioRoutes({
      look,
      openNumbers,
      acts,
      refunds,
      refundRows,
      secondPerson,
      disputes,
      disputeRefunds,
      charges,
      refundsMade: billing.refunds,
      numbers: subscriptions.numbers,
      subscriptions,
      feedbackBy: dependencies.account.feedback.subscriberOf,
      playedBy: dependencies.telemetry.playbackLogs.of,
      brand: config.brand,
      mark: () => markOf(config.brand),
      limit: config.care.refundLimit,
      nameOf,
      clock,
    }),
    disputeRoutes(disputes, openNumbers.open, { nameOf, charges, disputeRefunds }),
  ];
  return {
    studioRoutes,
    refunds,
    disputes,
    look,
    /** What an account asked a second person for: refunds of care and write-offs. */
    waitingBy: async (accountId: string): Promise<WaitingRequest[]> => {
      const waiting = await refundRows.waitingBy(accountId, clock.now());
      const writeOffs = await dependencies.ledger.writeOffs.waitingBy(accountId);
      return [
        ...waiting.map((row) => ({ ...row, kind: 'refund' as const })),
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

/** The brand's mark on its own ground, as PNG: a logo may be drawn for dark pages. */
async function markOf({ folder }: BrandConfig): Promise<Buffer> {
  const icon = iconsOf(brandMarkOf(folder)).get('icon-192.png');
  if (!icon) throw new Error('there is no icon of this name');
  return await icon.make();
}
