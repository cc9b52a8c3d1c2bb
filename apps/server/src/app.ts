import { randomUUID } from 'node:crypto';
import type { Msisdn } from '@bonisa/domain/msisdn';
import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import type { Logger } from 'pino';
import { accountPersonalData, createAccount } from './account/account.ts';
import { connectCarriers } from './app.carrier.ts';
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
import { numberRegister } from './carriers/configured-carriers.ts';
import type { AskContentLock } from './carriers/content-lock.ts';
import { createPace, type Pace } from './carriers/pace.ts';
import type { CarrierList, CarrierTerms } from './carriers/registry.ts';
import { routeCalls } from './carriers/routed-calls.ts';
import { createSinks } from './carriers/sinks.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import type { Config } from './config.ts';
import { createConsent } from './consent/consent.ts';
import { createFraud } from './fraud/fraud.ts';
import { createAccess } from './identity/access.ts';
import { createIdentity, type Identity } from './identity/identity.ts';
import { identityPersonalData } from './identity/personal.repository.ts';
import { createLedger, type LedgerCarrier } from './ledger/ledger.ts';
import { createMessaging } from './messaging/messaging.ts';
import { createNotices, type Notices } from './messaging/notices.ts';
import { createNumberCarriers, type LookUpCarrier } from './numbers/number-carrier.service.ts';
import { createNumberRegister } from './numbers/number-register.client.ts';
import { createNumberOwners, createNumbers } from './numbers/numbers.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Database, OpenDatabase } from './platform/database.ts';
import { purgeAll } from './platform/housekeeping.ts';
import { keyedHash } from './platform/keyed-hash.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createScheduler } from './platform/scheduler.ts';
import type { Secrets } from './platform/secrets.ts';
import { createSignal } from './platform/signal.ts';
import { createWakeSignal } from './platform/wake-signal.ts';
import { createRecovery } from './recovery/recovery.ts';
import { type Approvals, createApprovals } from './signup/approval.service.ts';
import { createGrants } from './signup/grants.ts';
import { createSignup } from './signup/signup.ts';
import { createNumberCarrierRepository } from './subscription/number-carrier.repository.ts';
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
  /** The carriers: configured, or those of the simulator that was started. */
  readonly carriers: CarrierList;
  /** Answers for the first carrier instead of an adapter that speaks CAMARA at its addresses. */
  readonly carrier?: Carrier;
  /**
   * For the simulation: a pace that keeps its time, and parts that are broken on purpose to see
   * that it is noticed.
   */
  readonly overrides?: AppOverrides;
}

type Changed<Part> = (made: Part) => Part;

export interface AppOverrides {
  readonly pace?: (db: Database, carrier: string) => Pace;
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
  carriers: configured,
  carrier: given,
  overrides = {},
}: AppParts) {
  const { db } = open;
  const { brand } = config;
  const metrics = createMetrics();
  const owner = randomUUID();
  const wakeSignal = createWakeSignal();
  const { wake } = wakeSignal;

  const paceOf = ({ id: carrier, pace: limits }: CarrierTerms): Pace =>
    overrides.pace?.(db, carrier) ??
    createPace({
      db,
      carrier,
      limits,
      ...paceClock(clock),
      onGrant: countGrant(metrics, carrier),
    });
  const carriers = connectCarriers(
    { open, clock, logger, carriers: configured },
    {
      metrics,
      wake,
      paceOf,
      standInFor: ({ id }) => (id === configured[0].id ? given : undefined),
    },
  );
  const carrierIds = carriers.all.map(({ terms }) => terms.id);
  const numberCarriers = createNumberCarriers({
    carriers: configured,
    repository: createNumberCarrierRepository(db),
    lookUp: lookUpBy(config, metrics),
    clock,
    onMoved: wake,
  });
  const { carrierOf } = numberCarriers;
  const carrier = routeCalls(carriers, carrierOf);
  const contentLock: AskContentLock = async (msisdn) =>
    carriers.byId(await carrierOf(msisdn)).contentLock(msisdn);

  const common = { config, secrets, db, clock, logger, metrics };
  const fraud = createFraud(common);
  const codesUsedUp = createSignal<Msisdn>();
  const identity = changed(
    overrides.identity,
    createIdentity({ ...common, carrier, carriers: configured, codesUsedUp }),
  );
  const { otp, proofs, otpRepository, limitStatusChecks } = identity;

  const offers = createOffers(config.serviceKeys, brand);
  const forgottenKey = secrets.key('forgotten');
  const retrySchedule = overrides.retrySchedule ?? config.retrySchedule;
  const markOf = (msisdn: string): string => keyedHash(forgottenKey, msisdn);
  const numbers = createNumbers({
    db,
    markOf,
    likelyCarrierOf: numberCarriers.likelyCarrierOf,
  });
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
    carrierIds,
    carrierOf,
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
  const ledger = createLedger({ db: open.long, clock, carriers: ledgerCarriers(configured) });
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
  const { checks: carrierChecks, hold: jobHold } = createRecovery({
    open,
    subscriptions,
    charges,
    refunds,
    outcomes,
    carrier,
    carrierIds,
    retrySchedule,
    clock,
    logger,
    wake,
  });
  const paceAt = (carrierId: string): Pace => carriers.byId(carrierId).pace;
  const chargeService = changed(
    overrides.chargeService,
    createChargeService({
      charges,
      subscriptions,
      outcomes,
      carrier,
      paceOf: paceAt,
      mayMoveMoney: jobHold.mayMoveMoney,
      clock,
      serviceKeyOf: (carrierId, packageId) => carriers.byId(carrierId).terms.serviceKeys[packageId],
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
    carriers,
    checkNumbers: numberCarriers.checkDue,
    sinks,
    mayMoveMoney: jobHold.mayMoveMoney,
    retrySchedule,
    brand,
    clock,
    wake,
    onRefundAnswer: (carrierId, outcome) => metrics.refunds.inc({ carrier: carrierId, outcome }),
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
  /** Before a number is told or sold anything: who owns it, and which carrier it is on. */
  const ensureOwner = async (msisdn: Msisdn): Promise<void> => {
    await ownership.ensure(msisdn);
    await carrierOf(msisdn);
  };
  const signup = createSignup({
    db,
    subscription: subscriptionRoom,
    billing,
    messaging,
    identity,
    fraud,
    contentLock,
    ensureOwner,
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
      ...carrierChecks,
      ...billing.jobsAt.flatMap(
        ({ carrierId, chargeLookups, suspendedCharges, renewals, refundLookups, refundSends }) => {
          const { onceWritten, whileOpen } = jobHold.at(carrierId);
          return [
            onceWritten(chargeLookups),
            whileOpen(suspendedCharges),
            whileOpen(renewals),
            refundLookups,
            whileOpen(refundSends),
          ];
        },
      ),
      jobHold.whileNoneHeld(billing.endings),
      jobHold.whileNoneHeld(messaging.remindersOf(subscriptionRoom.reminders)),
      jobHold.whileNoneHeld(messaging.delivery),
      consent.retention,
      ...reconciliation.all.map(({ carrierId, daily }) => jobHold.at(carrierId).onceWritten(daily)),
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
    carriers,
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
      carriers: configured,
      numberCarriers,
      sinks,
      inboundLog,
      inbound,
      subscriptionService,
      chargeService,
      refundService,
      logger,
      metrics,
    },
    measureCarriers: createCarrierMeasure({ carriers, clock, metrics }),
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

function ledgerCarriers([first, ...further]: CarrierList): [LedgerCarrier, ...LedgerCarrier[]] {
  const ofTerms = ({ id, share }: CarrierTerms): LedgerCarrier => ({ id, share });
  return [ofTerms(first), ...further.map(ofTerms)];
}

/** The register of ported numbers, where one is configured. */
function lookUpBy(config: Config, metrics: Metrics): LookUpCarrier | undefined {
  const register = numberRegister(config);
  return (
    register &&
    createNumberRegister({
      ...register,
      onAnswer: (answer) => metrics.numberLookups.inc({ answer }),
    })
  );
}
