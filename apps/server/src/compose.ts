import { createBrand } from '@bonisa/backoffice/brand/brand';
import { careRecordsOf, createCare } from '@bonisa/backoffice/care/care';
import { createImports } from '@bonisa/backoffice/import/import';
import { createPreview, createPreviewLinks } from '@bonisa/backoffice/preview/preview';
import { sumLedger } from '@bonisa/backoffice/reports/ledger-sums.repository';
import { createReports } from '@bonisa/backoffice/reports/reports';
import { createStaff } from '@bonisa/backoffice/staff/staff';
import { createWebhooks } from '@bonisa/backoffice/webhooks/webhooks';
import type { ConnectCarrier } from '@bonisa/carriers/carriers';
import { createCarriers, createPaces } from '@bonisa/carriers/carriers';
import type { CarrierList } from '@bonisa/carriers/registry';
import { createCatalogue } from '@bonisa/content/catalogue';
import { createSiteContent } from '@bonisa/content/site-content';
import { createMaintenance } from '@bonisa/kit/jobs/housekeeping';
import { createScheduler } from '@bonisa/kit/jobs/scheduler';
import { createArtwork } from '@bonisa/media/artwork/artwork';
import { createMedia } from '@bonisa/media/media';
import { mediaForCatalogue } from '@bonisa/media/studio/entry-media';
import { createBilling, createBillingRecords } from '@bonisa/money/billing/billing';
import { createConsent } from '@bonisa/money/consent/consent';
import { createLedger } from '@bonisa/money/ledger/ledger';
import { createMessaging } from '@bonisa/money/messaging/messaging';
import { createPackages } from '@bonisa/money/packages/packages';
import { createRecovery } from '@bonisa/money/recovery/recovery';
import { createApprovals } from '@bonisa/money/signup/approval.service';
import { createSignup } from '@bonisa/money/signup/signup';
import { createNumberCarrierRepository } from '@bonisa/money/subscription/number-carrier.repository';
import {
  createSubscription,
  createSubscriptionRecords,
} from '@bonisa/money/subscription/subscription';
import { createFraud } from '@bonisa/people/fraud/fraud';
import { createAccess } from '@bonisa/people/identity/access';
import { createIdentity } from '@bonisa/people/identity/identity';
import { createNumberOwners, createNumbers } from '@bonisa/people/numbers/numbers';
import { createAccount } from '@bonisa/viewers/account/account';
import { createTelemetry } from '@bonisa/viewers/telemetry/telemetry';
import { createPlayingDevices, createViewer } from '@bonisa/viewers/viewer/viewer';
import type { Base } from './base.ts';
import { jobsOf } from './jobs.ts';
import { listenersOf } from './listeners.ts';
import { personalDataStores } from './personal-data-stores.ts';

export type App = ReturnType<typeof compose>;

export interface AppParts {
  readonly base: Base;
  /** The carriers: configured, or those of the simulator that was started. */
  readonly carrierTerms: CarrierList;
  readonly connect: ConnectCarrier;
}

/**
 * Builds every capability after what it is handed, by name. What an earlier module asks of a later
 * one (accounts of staff, places of devices, previews) is built before both.
 */
export function compose({ base, carrierTerms: terms, connect }: AppParts) {
  const { config, secrets, open, db, clock, logger, agreement, files, metrics } = base;
  const { newId, wake, wakeSignal, terminationJournal, readiness, runId } = base;
  const paceOf = createPaces({ db, clock, metrics });
  const carriers = createCarriers({
    config,
    secrets,
    db,
    clock,
    logger,
    metrics,
    wake,
    terms,
    connect,
    paceOf,
  });
  const packages = createPackages({ config, db, clock, newId, carriers });
  const fraud = createFraud({ config, secrets, db, clock, newId, logger, metrics });
  const numberCarriers = createNumberCarrierRepository(db);
  const numbers = createNumbers({
    config,
    secrets,
    db,
    clock,
    logger,
    metrics,
    wake,
    carriers,
    records: numberCarriers,
  });
  const identity = createIdentity({
    config,
    secrets,
    db,
    clock,
    newId,
    metrics,
    carriers,
    numbers,
  });
  const ledger = createLedger({ open, clock, newId, metrics, carriers, sums: sumLedger });
  const messaging = createMessaging({ config, db, clock, newId, metrics, carriers, numbers });
  const consent = createConsent({ db, clock, messaging });
  const subscription = createSubscription({
    config,
    db,
    clock,
    newId,
    terminationJournal,
    wake,
    packages,
    identity,
    messaging,
    repository: createSubscriptionRecords({ config, db, numbers, consent }),
  });
  const billingRecords = createBillingRecords({
    config,
    db,
    clock,
    newId,
    metrics,
    ledger,
    packages,
    messaging,
    subscription,
  });
  const owners = createNumberOwners({
    numbers,
    clock,
    terminationJournal,
    wake,
    lastAsked: messaging.inboundLog.lastAsked,
    stores: personalDataStores({
      db,
      identity,
      messaging,
      consent,
      subscription,
      billing: billingRecords,
    }),
  });
  const recovery = createRecovery({
    config,
    open,
    clock,
    newId,
    logger,
    files,
    readiness,
    metrics,
    wake,
    terminationJournal,
    carriers,
    numbers,
    packages,
    subscription,
    messaging,
    records: billingRecords,
    removal: owners.removal,
  });
  const staff = createStaff({ config, secrets, db, logger, clock, newId });
  const billing = createBilling({
    config,
    open,
    clock,
    agreement,
    newId,
    metrics,
    wake,
    carriers,
    numbers,
    ledger,
    packages,
    messaging,
    subscription,
    records: billingRecords,
    hold: recovery.hold,
    accounts: staff.accounts,
  });
  const approvals = createApprovals({ identity, packages, subscription, billing });
  const signup = createSignup({
    config,
    secrets,
    db,
    clock,
    newId,
    wake,
    terminationJournal,
    runId,
    logger,
    fraud,
    numbers,
    owners,
    identity,
    messaging,
    subscription,
    billing,
    approvals,
    isOpenForSale: () => catalogue.service.isOpenForSale(),
  });
  const access = createAccess({ secrets, clock, identity, subscription });
  const catalogue = createCatalogue({
    db,
    files,
    clock,
    packages,
    ...mediaForCatalogue(files),
  });
  const devices = createPlayingDevices({
    config,
    db,
    newId,
    numbers,
    identity,
    subscription,
    clock,
  });
  const previews = createPreviewLinks({ config, secrets, db, clock, newId, staff });
  const media = createMedia({
    config,
    secrets,
    db,
    files,
    clock,
    newId,
    logger,
    metrics,
    catalogue,
    identity,
    access,
    previews,
    devices,
  });
  const siteContent = createSiteContent({
    config,
    db,
    files,
    clock,
    logger,
    metrics,
    packages,
    catalogue,
    airedCosts: media.live.hourCosts,
  });
  const artwork = createArtwork({ config, files, clock, newId, catalogue, siteContent, media });
  const viewer = createViewer({ db, clock, catalogue, siteContent, media, numbers, devices });
  const telemetry = createTelemetry({
    config,
    secrets,
    open,
    db,
    clock,
    logger,
    metrics,
    catalogue,
    siteContent,
    viewer,
  });
  const account = createAccount({
    db,
    clock,
    newId,
    numbers,
    owners,
    identity,
    messaging,
    subscription,
    billing,
    packages,
    signup,
    viewer,
    telemetry,
    careOf: careRecordsOf(db),
  });
  const webhooks = createWebhooks({ config, db, clock, newId, metrics, logger });
  const reports = createReports({ open, clock, metrics, packages });
  const care = createCare({
    config,
    secrets,
    db,
    clock,
    newId,
    terminationJournal,
    wake,
    packages,
    identity,
    messaging,
    subscription,
    billing,
    viewer,
    telemetry,
    staff,
    ledger,
    account,
  });
  const preview = createPreview({ config, db, newId, siteContent, media, staff, previews });
  const { library } = media;
  const imports = createImports({ db, clock, artwork, library, weeks: catalogue.weeks });
  const brand = createBrand({ config, db, clock, siteContent });
  const jobs = jobsOf({ recovery, billing, subscription, messaging, consent, webhooks, care });
  const repeated = [...reports.jobs, ...telemetry.jobs, ...recovery.repeated, ...media.jobs];
  const purges = [
    identity,
    fraud,
    signup,
    recovery,
    viewer,
    account,
    telemetry,
    catalogue,
    media,
    artwork,
    base.builds,
    staff,
    preview,
    webhooks,
    care,
    imports,
    brand,
  ].map(({ purge }) => purge);
  const capabilities = {
    carriers,
    packages,
    fraud,
    numbers,
    identity,
    ledger,
    messaging,
    consent,
    subscription,
    owners,
    recovery,
    staff,
    billing,
    signup,
    access,
    catalogue,
    media,
    siteContent,
    artwork,
    viewer,
    telemetry,
    account,
    webhooks,
    reports,
    care,
    preview,
    imports,
    brand,
  };
  return {
    ...base,
    ...capabilities,
    ...listenersOf({ base, ...capabilities, jobs: [...jobs, ...repeated] }),
    scheduler: createScheduler({ clock, jobs, wakeSignal, logger, agreement }),
    maintenance: createMaintenance({ db, clock, logger, agreement, purges, jobs: repeated }),
    purges,
  };
}
