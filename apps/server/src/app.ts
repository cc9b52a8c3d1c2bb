import { randomUUID } from 'node:crypto';
import type { Msisdn } from '@bonisa/domain/msisdn';
import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import type { Logger } from 'pino';
import { accountPersonalData, createAccount } from './account/account.ts';
import { createAppCarrier } from './app.carrier.ts';
import { countCharge, countGrant } from './app.counting.ts';
import { createBilling, createBillingRecords } from './billing/billing.ts';
import { createChargeRepository } from './billing/charges/charge.repository.ts';
import { type ChargeService, createChargeService } from './billing/charges/charge.service.ts';
import {
  type ChargeOutcomes,
  createChargeOutcomes,
} from './billing/charges/charge-outcome.service.ts';
import { createCarrierMeasure } from './carriers/carrier.measures.ts';
import type { Carrier } from './carriers/carrier.port.ts';
import { createPace, type Pace } from './carriers/pace.ts';
import { createSinks } from './carriers/sinks.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import type { Config } from './config.ts';
import { createConsent } from './consent/consent.ts';
import { createFraud } from './fraud/fraud.ts';
import { createAccess } from './identity/access.ts';
import { createIdentity, type Identity } from './identity/identity.ts';
import { identityPersonalData } from './identity/personal.repository.ts';
import { createLedger } from './ledger/ledger.ts';
import { createMessaging } from './messaging/messaging.ts';
import { createNotices, type Notices } from './messaging/notices.ts';
import { createNumberOwners, createNumbers } from './numbers/numbers.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Database, OpenDatabase } from './platform/database.ts';
import { purgeAll } from './platform/housekeeping.ts';
import { keyedHash } from './platform/keyed-hash.ts';
import { createMetrics } from './platform/metrics.ts';
import { createScheduler } from './platform/scheduler.ts';
import type { Secrets } from './platform/secrets.ts';
import { createSignal } from './platform/signal.ts';
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
import { createTelemetry, telemetryPersonalData } from './telemetry/telemetry.ts';
import { createViewer, viewerPersonalData } from './viewer/viewer.ts';

/** Used accept attempts and inbound messages are deleted after this time. */
const KEPT_MS = 2 * 24 * 60 * 60_000;

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
  readonly identity?: Changed<Identity>;
}

/** A part as it was made, or as an override makes it. */
function changed<Part>(change: Changed<Part> | undefined, made: Part): Part {
  return change ? change(made) : made;
}

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

  const common = { config, secrets, db, clock, logger, metrics };
  const fraud = createFraud(common);
  const codesUsedUp = createSignal<Msisdn>();
  const identity = changed(overrides.identity, createIdentity({ ...common, carrier, codesUsedUp }));
  const { otp, proofs, otpRepository, limitStatusChecks } = identity;

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
      telemetryPersonalData(db),
    ],
    lastAsked: inboundLog.lastAsked,
    carrier,
    clock,
    wake,
  });
  const signup = createSignup({
    db,
    subscription: subscriptionRoom,
    billing,
    messaging,
    identity,
    fraud,
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
  const { packageChange, inbound, checkStatus, accept } = signup;
  codesUsedUp.listen(signup.warnOfSignIn);

  const catalogue = createCatalogue(common);
  const viewer = createViewer({ db, catalogue, inTurn, clock });
  const { isPlayable } = viewer.catalogue;
  const telemetry = createTelemetry({ ...common, isPlayable });

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
    playbackLogOf: telemetry.playbackLogs.of,
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
    identity,
    access: createAccess({ identity, rightsOf: subscriptionService.rightsOf, secrets, clock }),
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
    catalogue,
    viewer,
    account,
    numberRemoval: removal,
    telemetry,
    ledger,
    reconciliation,
    jobHold,
    sinks,
    scheduler,
    carrierInbound: {
      secrets,
      sinks,
      inboundLog,
      inbound,
      subscriptionService,
      chargeService,
      refundService,
      logger,
      metrics,
    },
    measureCarrier: createCarrierMeasure({ pace, stops, clock, metrics }),
    purgeSignup: (): Promise<void> => {
      const before = new Date(clock.now().getTime() - KEPT_MS);
      return purgeAll([() => signup.attempts.purge(before), () => inboundLog.purge(before)]);
    },
  };
}

/**
 * A clock that is moved is the pace's too: who moves it waits for nothing. Else the pace keeps the
 * database's own, which all processes share.
 */
function paceClock(clock: Clock): { now?: () => Date } {
  return clock === systemClock ? {} : { now: () => clock.now() };
}
