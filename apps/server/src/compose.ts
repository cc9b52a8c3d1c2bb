import { accountRoutes } from './account/account.routes.ts';
import { createAccount } from './account/account.ts';
import { createArtwork } from './artwork/artwork.ts';
import type { Base } from './base.ts';
import { createBilling, createBillingRecords } from './billing/billing.ts';
import { careRecordsOf, createCare } from './care/care.ts';
import { type ConnectCarrier, createCarriers, createPaces } from './carriers/carriers.ts';
import type { CarrierList } from './carriers/registry.ts';
import { catalogueRoutes, createCatalogue } from './catalogue/catalogue.ts';
import { createConsent } from './consent/consent.ts';
import { fraudRoutes } from './fraud/fraud.routes.ts';
import { createFraud } from './fraud/fraud.ts';
import { createAccess } from './identity/access.ts';
import { identityRoutes } from './identity/identity.site.ts';
import { createIdentity } from './identity/identity.ts';
import { createImports } from './import/import.ts';
import { jobsOf } from './jobs.ts';
import { createLedger } from './ledger/ledger.ts';
import { createMedia, mediaRoutes, type Watching } from './media/media.ts';
import { mediaForCatalogue } from './media/studio/entry-media.ts';
import { createMessaging } from './messaging/messaging.ts';
import { createNumberOwners, createNumbers } from './numbers/numbers.ts';
import { operationsOf } from './operations.ts';
import { packageStudioRoutes } from './packages/packages.studio-routes.ts';
import { createPackages } from './packages/packages.ts';
import { brandStudioRoutes } from './pages/brand.studio-routes.ts';
import { pageRoutes } from './pages/site-pages.ts';
import { studioApp } from './pages/studio-app.ts';
import { personalDataStores } from './personal-data-stores.ts';
import { createResponseFastPath } from './platform/http/response-fast-path.ts';
import type { SiteOptions } from './platform/http/site-listener.ts';
import type { AccountFacts } from './platform/http/studio-types.ts';
import { createMaintenance } from './platform/jobs/housekeeping.ts';
import { createScheduler } from './platform/jobs/scheduler.ts';
import { createPreview } from './preview/preview.ts';
import { createRecovery } from './recovery/recovery.ts';
import { sumLedger } from './reports/ledger-sums.repository.ts';
import { createReports } from './reports/reports.ts';
import { serviceStateRoutes } from './service-state.ts';
import { createApprovals } from './signup/approval.service.ts';
import { carrierInboundRoutes } from './signup/carrier-inbound.ts';
import { plainSignUpRoutes } from './signup/plain-sign-up.routes.ts';
import { signupRoutes } from './signup/signup.routes.ts';
import { createSignup } from './signup/signup.ts';
import { createStaff } from './staff/staff.ts';
import { studioOf } from './staff/studio.ts';
import { createNumberCarrierRepository } from './subscription/number-carrier.repository.ts';
import { subscriptionRoutes } from './subscription/subscription.routes.ts';
import { createSubscription, createSubscriptionRecords } from './subscription/subscription.ts';
import { countSearches } from './telemetry/count-searches.ts';
import { telemetryRoutes } from './telemetry/telemetry.routes.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import { createViewer, viewerRoutes } from './viewer/viewer.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

export type App = ReturnType<typeof compose>;

export interface AppParts {
  readonly base: Base;
  /** The carriers: configured, or those of the simulator that was started. */
  readonly carrierTerms: CarrierList;
  readonly connect: ConnectCarrier;
}

/** Builds every capability in the order of the floors, and hands each what it needs, by name. */
export function compose({ base, carrierTerms: terms, connect }: AppParts) {
  const { db } = base;
  const carriers = createCarriers({ ...base, terms, connect, paceOf: createPaces(base) });
  const packages = createPackages({ ...base, carriers });
  const fraud = createFraud(base);
  const numbers = createNumbers({ ...base, carriers, records: createNumberCarrierRepository(db) });
  const identity = createIdentity({ ...base, carriers, numbers });
  const ledger = createLedger({ ...base, carriers, sums: sumLedger });
  const messaging = createMessaging({ ...base, carriers, numbers });
  const consent = createConsent({ ...base, messaging });
  const repository = createSubscriptionRecords({ ...base, numbers, consent });
  const subscription = createSubscription({ ...base, packages, identity, messaging, repository });
  const records = createBillingRecords({ ...base, packages, ledger, messaging, subscription });
  const below = { carriers, packages, numbers, identity, ledger, messaging, subscription };
  const recovery = createRecovery({ ...base, ...below, records, removal: () => owners.removal });
  const { hold } = recovery;
  const accounts = (): AccountFacts => staff.accounts;
  const billing = createBilling({ ...base, ...below, records, hold, accounts });
  const { lastAsked } = messaging.inboundLog;
  const stores = personalDataStores({ db, identity, messaging, consent, subscription, billing });
  const owners = createNumberOwners({ ...base, numbers, lastAsked, stores });
  const approvals = createApprovals({ identity, packages, subscription, billing });
  const signup = createSignup({ ...base, ...below, fraud, owners, billing, approvals });
  const access = createAccess({ ...base, identity, subscription });
  const catalogue = createCatalogue({ ...base, packages, ...mediaForCatalogue(base.files) });
  const watching: Watching = { preview: () => preview, devices: () => viewer.devices };
  const media = createMedia({ ...base, catalogue, identity, access, watching });
  const artwork = createArtwork({ ...base, catalogue, media });
  const viewer = createViewer({ ...base, ...below, catalogue, media });
  const telemetry = createTelemetry({ ...base, catalogue, viewer });
  const careOf = careRecordsOf(db);
  const shown = { owners, billing, signup, viewer, telemetry, careOf };
  const account = createAccount({ ...base, ...below, ...shown });
  const webhooks = createWebhooks(base);
  const reports = createReports({ ...base, packages });
  const staff = createStaff(base);
  const care = createCare({ ...base, ...below, billing, viewer, telemetry, staff, account });
  const preview = createPreview({ ...base, catalogue, media, staff });
  const fastPath = createResponseFastPath();
  const searched = countSearches({ telemetry, identity });
  const app = { ...base, ...below, access, billing, signup, catalogue, media, viewer, account };
  const plainSignUp = plainSignUpRoutes({ ...app, fraud });
  const site: SiteOptions = {
    ...base,
    guards: access.guards,
    fastPath,
    onRequest: identity.takeEnrichment,
    routes: [
      preview.routes,
      ...identityRoutes({ ...base, identity, access }),
      fraudRoutes({ fraud, visitOf: identity.sessions.visitOf }),
      subscriptionRoutes({ identity, subscription }),
      signupRoutes(app),
      ...viewerRoutes(app),
      accountRoutes(app),
      telemetryRoutes({ ...base, identity, telemetry }),
      carrierInboundRoutes(app),
      ...catalogueRoutes({ ...base, catalogue, fastPath, searched }),
      ...mediaRoutes({ media, viewer, fastPath }),
    ],
    pages: pageRoutes({ ...base, packages, catalogue, fraud, fastPath, preview, plainSignUp }),
  };
  const operated = { ...below, base, billing, recovery, account, media, staff, webhooks, reports };
  const money = [ledger, billing, reports];
  const imports = createImports({ ...base, artwork });
  const jobs = jobsOf({ ...below, ...base, recovery, billing, consent, webhooks, care });
  const repeated = [...reports.jobs, ...telemetry.jobs, ...recovery.repeated, ...media.jobs];
  const studios = [catalogue, media, artwork, preview, webhooks, ...money, care, imports, account];
  const prices = packageStudioRoutes({ ...base, packages, ...subscription.forStudio });
  const watched = { base, carriers, recovery, webhooks, media, jobs: [...jobs, ...repeated] };
  const shared = [prices, brandStudioRoutes(base), serviceStateRoutes(watched)];
  const routes = [...studios.flatMap(({ studioRoutes }) => studioRoutes), ...shared];
  const screens = studioApp({ ...base, staff, carriers });
  const listeners = {
    site,
    operations: operationsOf({ ...operated, telemetry }),
    studio: studioOf({ base, staff, waitingBy: care.waitingBy, routes, screens }),
  };
  const scheduler = createScheduler({ ...base, jobs });
  const viewed = [recovery, viewer, account, telemetry, media, artwork, base.builds];
  const purging = [identity, fraud, signup, ...viewed, staff, preview, webhooks, care, imports];
  const purges = purging.map(({ purge }) => purge);
  const maintenance = createMaintenance({ ...base, purges, jobs: repeated });
  const rooms = { artwork, owners, recovery, telemetry, staff, webhooks, reports };
  return { ...app, plainSignUp, ...rooms, ...listeners, scheduler, maintenance, purges };
}
