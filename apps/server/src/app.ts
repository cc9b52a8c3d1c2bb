import { randomUUID } from 'node:crypto';
import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import type { Logger } from 'pino';
import { accountPersonalData, createAccount } from './account/account.ts';
import { createAppCarrier } from './app.carrier.ts';
import { countCharge, counted, countGrant } from './app.counting.ts';
import { createBilling, createBillingRecords } from './billing/billing.ts';
import { createChargeRepository } from './billing/charges/charge.repository.ts';
import { type ChargeService, createChargeService } from './billing/charges/charge.service.ts';
import {
  type ChargeOutcomes,
  createChargeOutcomes,
} from './billing/charges/charge-outcome.service.ts';
import type { Carrier } from './carriers/carrier.port.ts';
import { createPace, type Pace } from './carriers/pace.ts';
import { createSinks } from './carriers/sinks.ts';
import { createReadingRepository } from './catalogue/catalogue-reading.repository.ts';
import { createCards } from './catalogue/reading/cards.service.ts';
import { createSearchRepository } from './catalogue/search/search.repository.ts';
import { createSearch } from './catalogue/search/search.service.ts';
import type { Config } from './config.ts';
import { createConsent } from './consent/consent.ts';
import { createFraudRepository } from './fraud/fraud.repository.ts';
import { createFraud } from './fraud/fraud.ts';
import { createFraudRetention } from './fraud/fraud-retention.service.ts';
import { createBearerTokens } from './identity/bearer.ts';
import { createEnrichment } from './identity/enrichment.ts';
import { createIdentityRepository } from './identity/identity.repository.ts';
import { createOtpRepository, type OtpRepository } from './identity/otp.repository.ts';
import { createOtpService } from './identity/otp.service.ts';
import { identityPersonalData } from './identity/personal.repository.ts';
import { createProofService } from './identity/proof.service.ts';
import { createSessionService } from './identity/session.service.ts';
import { createSessionRightsCache } from './identity/session-rights-cache.ts';
import { createStatusCheckLimit } from './identity/status-check-limit.ts';
import { createVisits } from './identity/visit.ts';
import { createLedger } from './ledger/ledger.ts';
import { createMessaging } from './messaging/messaging.ts';
import { createNotices, type Notices } from './messaging/notices.ts';
import { createNumberOwners, createNumbers } from './numbers/numbers.ts';
import { eraserOf } from './numbers/personal-data.port.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Database, OpenDatabase } from './platform/database.ts';
import { newId } from './platform/ids.ts';
import { keyedHash } from './platform/keyed-hash.ts';
import { createMetrics } from './platform/metrics.ts';
import { createScheduler } from './platform/scheduler.ts';
import type { Secrets } from './platform/secrets.ts';
import { createWakeSignal } from './platform/wake-signal.ts';
import { createRecovery } from './recovery/recovery.ts';
import { type Approvals, createApprovals } from './signup/approval.service.ts';
import { createGrants } from './signup/grants.ts';
import { createSignup } from './signup/signup.ts';
import { createOffers } from './subscription/offers.ts';
import {
  createSubscriptionRepository,
  type SubscriptionRepository,
} from './subscription/subscription.repository.ts';
import {
  createSubscriptionService,
  type SubscriptionService,
} from './subscription/subscription.service.ts';
import { createSubscription } from './subscription/subscription.ts';
import { createHeaderLogRepository } from './telemetry/header-log.repository.ts';
import { createHeaderLog } from './telemetry/header-log.service.ts';
import { createPlaybackLogRepository } from './telemetry/playback-log.repository.ts';
import { createPlaybackLogService } from './telemetry/playback-log.service.ts';
import { createViewer, viewerPersonalData } from './viewer/viewer.ts';

export interface AppParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly open: OpenDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The carrier's addresses: configured, or those of the simulator that was started. */
  readonly carrierAt: { apiUrl: string; tokenUrl: string; clientId: string };
  /** Another carrier than the one that speaks CAMARA at these addresses. */
  readonly carrier?: Carrier;
  /**
   * For the simulation: a pace that keeps its time, and parts that are broken on purpose to see
   * that it is noticed.
   */
  readonly overrides?: AppOverrides;
}

type Changed<Part> = (made: Part) => Part;

export interface AppOverrides {
  readonly pace?: (db: Database) => Pace;
  readonly retrySchedule?: RetrySchedule;
  readonly subscriptions?: Changed<SubscriptionRepository>;
  readonly outcomes?: Changed<ChargeOutcomes>;
  readonly chargeService?: Changed<ChargeService>;
  readonly subscriptionService?: Changed<SubscriptionService>;
  readonly notices?: Changed<Notices>;
  readonly approvals?: Changed<Approvals>;
  readonly otpRepository?: Changed<OtpRepository>;
}

/** A part as it was made, or as an override makes it. */
function changed<Part>(change: Changed<Part> | undefined, made: Part): Part {
  return change ? change(made) : made;
}

export type App = ReturnType<typeof createApp>;

/** Builds the capabilities that sell and prove, and hands each what it needs, by name. */
export function createApp({
  config,
  secrets,
  open,
  clock,
  logger,
  carrierAt,
  carrier: given,
  overrides = {},
}: AppParts) {
  const { db } = open;
  const { brand } = config;
  const metrics = createMetrics();
  const owner = randomUUID();
  const wakeSignal = createWakeSignal();
  const { wake } = wakeSignal;

  const parts = {
    config,
    secrets,
    open,
    clock,
    logger,
    carrierAt,
    ...(given ? { carrier: given } : {}),
  };
  const { carrier, stops, contentLock } = createAppCarrier(parts, { metrics, wake });

  const identityRepository = createIdentityRepository(db);
  const visits = createVisits({
    visitorKey: secrets.key('visitor'),
    sessionKey: secrets.key('session'),
    csrfKey: secrets.key('csrf'),
    secure: config.secureCookies,
  });
  // Subscriptions are made below: what is asked of them here is asked once requests come.
  const sessionRights = createSessionRightsCache({
    sessionOf: identityRepository.liveSession,
    rightsOf: (subscriberId) => subscriptionService.rightsOf(subscriberId),
    clock,
  });
  const bearer = createBearerTokens({ key: secrets.key('bearer'), sessionRights, clock });
  const sessions = createSessionService({
    repository: identityRepository,
    visits,
    clock,
    bearerGuard: bearer.guard,
  });
  const proofs = createProofService({ repository: identityRepository, clock });
  const otpKey = secrets.key('otp');
  const removedNameOf = (msisdn: string): string =>
    `removed-${keyedHash(otpKey, 'removed', msisdn)}`;
  const otpLimits = {
    limitByNetwork: config.limits,
    budgetPerHour: config.otpSendsPerHour,
    removedNameOf,
  };
  const otpRepository = changed(overrides.otpRepository, createOtpRepository(db, otpLimits));
  metrics.codesBudget.set(config.otpSendsPerHour);
  const otp = createOtpService({
    repository: otpRepository,
    carrier,
    clock,
    key: otpKey,
    onSend: (outcome) => metrics.codesSent.inc({ outcome }),
    onLimit: (limit) => metrics.codesRefused.inc({ limit }),
    onVerdict: (verdict) => metrics.codesJudged.inc({ verdict }),
    onUsedUp: (msisdn) => warnOfSignIn(msisdn),
  });

  const fraud = createFraud({
    config: config.fraud,
    secret: secrets.key('fraud'),
    db,
    clock,
    newId,
    limits: config.limits,
    onNotWritten: () => metrics.rowsNotWritten.inc({ table: 'fraud_verdicts' }),
    onProblem: (problem) => logger.warn({ problem }, 'the fraud provider gave no answer'),
  });

  const offers = createOffers(config.serviceKeys, brand);
  const forgottenKey = secrets.key('forgotten');
  const retrySchedule = overrides.retrySchedule ?? config.retrySchedule;
  const markOf = (msisdn: string): string => keyedHash(forgottenKey, msisdn);
  const numbers = createNumbers({ db, markOf });
  const { inTurn } = numbers;
  const terms = {
    service: brand.name,
    supportNumber: brand.supportNumber,
    publicUrl: config.publicUrl,
  };
  const messaging = createMessaging({
    db,
    numbers: numbers.repository,
    carrier,
    clock,
    terms,
    onMessage: (template, outcome) => metrics.messages.inc({ template, outcome }),
    notices: changed(overrides.notices, createNotices(terms)),
  });
  const { notices, inboundLog } = messaging;
  const consent = createConsent({ db, messaging, clock });
  const subscriptions = changed(
    overrides.subscriptions,
    createSubscriptionRepository(db, {
      numbers: numbers.repository,
      consents: consent.repository,
      retrySchedule,
    }),
  );
  const ledger = createLedger({ db: open.long, clock, carrierShare: config.carrierShare });
  const siteUrl =
    config.mode === 'production' ? config.publicUrl : `http://localhost:${config.port}`;
  const sinks = createSinks({ key: secrets.key('sink'), url: `${siteUrl}/carrier/events`, clock });
  const outcomeParts = { subscriptions, ledger, notices, retrySchedule, clock };
  const records = createBillingRecords({
    db,
    ...outcomeParts,
    outcomes: changed(
      overrides.outcomes,
      createChargeOutcomes({
        ...outcomeParts,
        charges: createChargeRepository(db),
        onOutcome: countCharge(metrics),
      }),
    ),
  });
  const { charges, refunds, outcomes } = records;
  const pace =
    overrides.pace?.(db) ??
    createPace({
      db,
      limits: config.pace,
      ...paceClock(clock),
      onGrant: (calls, to) => countGrant(metrics, calls, to),
    });
  const { check: carrierCheck, hold: jobHold } = createRecovery({
    open,
    subscriptions,
    charges,
    refunds,
    outcomes,
    carrier,
    retrySchedule,
    clock,
    logger,
    wake,
  });
  const chargeService = changed(
    overrides.chargeService,
    createChargeService({
      charges,
      subscriptions,
      outcomes,
      carrier,
      pace,
      mayMoveMoney: jobHold.mayMoveMoney,
      clock,
      offers,
      brand,
      sinkFor: sinks.sinkFor,
      wake,
    }),
  );
  const billing = createBilling({
    open,
    records,
    subscriptions,
    ledger,
    notices,
    carrier,
    pace,
    stops,
    sinks,
    mayMoveMoney: jobHold.mayMoveMoney,
    retrySchedule,
    offers,
    brand,
    clock,
    wake,
    onRefundAnswer: (outcome) => metrics.refunds.inc({ outcome }),
    chargeService,
  });
  const { reconciliation, refundService } = billing;
  const subscriptionParts = {
    repository: subscriptions,
    clock,
    notices,
    retrySchedule,
    endProofsOf: otp.endProofsOf,
    wake,
  };
  const subscriptionRoom = createSubscription({
    db,
    ...subscriptionParts,
    service: changed(overrides.subscriptionService, createSubscriptionService(subscriptionParts)),
  });
  const subscriptionService = subscriptionRoom.service;
  const playbackLogs = createPlaybackLogRepository(db);
  const { removal, ownership } = createNumberOwners({
    numbers,
    stores: [
      identityPersonalData(db, otpRepository),
      messaging.personalData,
      consent.personalData,
      subscriptionRoom.personalData,
      records.personalData,
      ...viewerPersonalData(db),
      accountPersonalData(db),
      eraserOf(playbackLogs),
    ],
    lastAsked: inboundLog.lastAsked,
    carrier,
    clock,
    wake,
  });
  const limitStatusChecks = createStatusCheckLimit({
    repository: identityRepository,
    clock,
    key: otpKey,
    limitByNetwork: config.limits,
  });
  const signup = createSignup({
    db,
    subscription: subscriptionRoom,
    billing,
    messaging,
    identity: { otp, proofs, sessions, limitStatusChecks },
    fraud: counted(fraud, metrics),
    contentLock,
    ownership,
    inTurn,
    offers,
    brand,
    secrets,
    owner,
    clock,
    wake,
    ...(overrides.approvals
      ? {
          approvals: overrides.approvals(
            createApprovals({
              otp,
              proofs,
              grants: createGrants({ subscriptions, openingCharge: charges.openingOf }),
              limitStatusChecks,
            }),
          ),
        }
      : {}),
  });
  const { packageChange, inbound, checkStatus, accept, warnOfSignIn } = signup;

  const reading = createReadingRepository(db);
  const viewer = createViewer({ db, reading, inTurn, clock });
  const search = createSearch({
    repository: createSearchRepository(db),
    cardsOf: createCards({ reading }).cardsOf,
    clock,
  });
  const playbackLog = createPlaybackLogService({
    repository: playbackLogs,
    isPlayable: viewer.catalogue.isPlayable,
    clock,
  });

  const account = createAccount({
    db,
    subscriptions,
    service: subscriptionService,
    charges,
    refunds,
    messages: messaging.outbox,
    inboundLog,
    unblockings: subscriptionRoom.unblocking,
    packageChange,
    otpRepository,
    list: viewer.lists,
    resume: viewer.positions,
    playbackLogOf: playbackLogs.of,
    removal,
    inTurn,
    clock,
  });
  const scheduler = createScheduler({
    clock,
    wakeSignal,
    jobs: [
      carrierCheck,
      jobHold.onceWritten(chargeService.lookups),
      jobHold.whileOpen(billing.suspendedCharges),
      jobHold.whileOpen(billing.renewals),
      refundService.lookups,
      jobHold.whileOpen(refundService.sends),
      jobHold.whileOpen(billing.endings),
      jobHold.whileOpen(messaging.remindersOf(subscriptionRoom.reminders)),
      jobHold.whileOpen(messaging.delivery),
      consent.retention,
      jobHold.onceWritten(reconciliation.daily),
    ],
    logger,
  });

  return {
    config,
    clock,
    logger,
    open,
    metrics,
    carrier,
    carrierStops: stops,
    identity: {
      repository: identityRepository,
      visits,
      sessions,
      sessionRights,
      proofs,
      otp,
      otpRepository,
      bearer,
      takeEnrichment: createEnrichment({
        secret: secrets.enrichmentSecret,
        from: config.enrichment.from,
      }),
    },
    fraud,
    subscription: {
      repository: subscriptions,
      charges,
      chargeService,
      refunds,
      refundService,
      service: subscriptionService,
      unblocking: subscriptionRoom.unblocking,
      pace,
      checkStatus,
      accept,
      inbound,
      inboundLog,
      attempts: signup.attempts,
    },
    /**
     * The catalogue as viewers read it: the library's pages and the lists of subscribers stand on
     * the same.
     */
    reading,
    search,
    viewer,
    account,
    numberRemoval: removal,
    telemetry: {
      playbackLog,
      headerLog: createHeaderLog({ repository: createHeaderLogRepository(db), clock }),
    },
    fraudRecords: createFraudRetention({ repository: createFraudRepository(db), clock }),
    ledger,
    reconciliation,
    jobHold,
    sinks,
    scheduler,
    transactionKey: secrets.key('transaction'),
    inboundToken: secrets.inboundToken,
    mediaKey: secrets.key('media'),
  };
}

/**
 * A clock that is moved is the pace's too: who moves it waits for nothing. Else the pace keeps the
 * database's own, which all processes share.
 */
function paceClock(clock: Clock): { now?: () => Date } {
  return clock === systemClock ? {} : { now: () => clock.now() };
}
