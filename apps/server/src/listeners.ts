import type { Brand } from '@bonisa/backoffice/brand/brand';
import type { Care } from '@bonisa/backoffice/care/care';
import type { Imports } from '@bonisa/backoffice/import/import';
import type { Preview } from '@bonisa/backoffice/preview/preview';
import type { Reports } from '@bonisa/backoffice/reports/reports';
import type { Staff } from '@bonisa/backoffice/staff/staff';
import { studioOf } from '@bonisa/backoffice/staff/studio';
import type { Webhooks } from '@bonisa/backoffice/webhooks/webhooks';
import type { Carriers } from '@bonisa/carriers/carriers';
import type { Catalogue } from '@bonisa/content/catalogue';
import { type SiteContent, siteContentRoutes } from '@bonisa/content/site-content';
import { createResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import type { SiteOptions } from '@bonisa/kit/http/site-listener';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Artwork } from '@bonisa/media/artwork/artwork';
import type { Media } from '@bonisa/media/media';
import { mediaRoutes } from '@bonisa/media/media';
import type { Billing } from '@bonisa/money/billing/billing';
import type { Ledger } from '@bonisa/money/ledger/ledger';
import type { Messaging } from '@bonisa/money/messaging/messaging';
import type { Packages } from '@bonisa/money/packages/packages';
import { packageStudioRoutes } from '@bonisa/money/packages/packages.studio-routes';
import type { Recovery } from '@bonisa/money/recovery/recovery';
import { carrierInboundRoutes } from '@bonisa/money/signup/carrier-inbound';
import { plainSignUpRoutes } from '@bonisa/money/signup/plain-sign-up.routes';
import type { Signup } from '@bonisa/money/signup/signup';
import { signupRoutes } from '@bonisa/money/signup/signup.routes';
import type { SubscriptionModule } from '@bonisa/money/subscription/subscription';
import { subscriptionRoutes } from '@bonisa/money/subscription/subscription.routes';
import type { Fraud } from '@bonisa/people/fraud/fraud';
import { fraudRoutes } from '@bonisa/people/fraud/fraud.routes';
import type { Access } from '@bonisa/people/identity/access';
import type { Identity } from '@bonisa/people/identity/identity';
import { identityRoutes } from '@bonisa/people/identity/identity.site';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import type { Account } from '@bonisa/viewers/account/account';
import { accountRoutes } from '@bonisa/viewers/account/account.routes';
import { countSearches } from '@bonisa/viewers/telemetry/count-searches';
import type { Telemetry } from '@bonisa/viewers/telemetry/telemetry';
import { telemetryRoutes } from '@bonisa/viewers/telemetry/telemetry.routes';
import type { Viewer } from '@bonisa/viewers/viewer/viewer';
import { viewerRoutes } from '@bonisa/viewers/viewer/viewer';
import type { Base } from './base.ts';
import { operationsOf } from './operations.ts';
import { pageRoutes } from './pages/site-pages.ts';
import { studioApp } from './pages/studio-app.ts';
import { serviceStateRoutes } from './service-state.ts';

export interface ListenerParts {
  readonly base: Base;
  readonly carriers: Carriers;
  readonly packages: Packages;
  readonly fraud: Fraud;
  readonly numbers: Numbers;
  readonly identity: Identity;
  readonly ledger: Ledger;
  readonly messaging: Messaging;
  readonly subscription: SubscriptionModule;
  readonly recovery: Recovery;
  readonly staff: Staff;
  readonly billing: Billing;
  readonly signup: Signup;
  readonly access: Access;
  readonly catalogue: Catalogue;
  readonly siteContent: SiteContent;
  readonly media: Media;
  readonly artwork: Artwork;
  readonly viewer: Viewer;
  readonly telemetry: Telemetry;
  readonly account: Account;
  readonly webhooks: Webhooks;
  readonly reports: Reports;
  readonly care: Care;
  readonly preview: Preview;
  readonly imports: Pick<Imports, 'studioRoutes'>;
  readonly brand: Pick<Brand, 'studioRoutes'>;
  /** Every scheduled and repeated job. */
  readonly jobs: readonly ScheduledJob[];
}

/** What the site, the operators' listener and the studio serve. */
export function listenersOf(parts: ListenerParts) {
  const { base, carriers, packages, ledger, subscription, recovery, staff, billing, media } = parts;
  const {
    catalogue,
    artwork,
    telemetry,
    account,
    webhooks,
    reports,
    care,
    preview,
    imports,
    brand,
  } = parts;
  const { config, clock, builds } = base;
  const plainSignUp = plainSignUpOf(parts);
  return {
    plainSignUp,
    site: siteOf(parts, plainSignUp),
    operations: operationsOf({
      base,
      carriers,
      ledger,
      billing,
      subscription,
      recovery,
      account,
      media,
      staff,
      webhooks,
      reports,
      telemetry,
    }),
    studio: studioOf({
      base,
      staff,
      waitingBy: care.waitingBy,
      routes: [
        ...[
          catalogue,
          media,
          artwork,
          preview,
          webhooks,
          billing,
          reports,
          care,
          imports,
          account,
          brand,
        ].flatMap(({ studioRoutes }) => studioRoutes),
        packageStudioRoutes({ packages, clock, ...subscription.forStudio }),
        serviceStateRoutes({
          base,
          config,
          clock,
          packages,
          carriers,
          recovery,
          webhooks,
          media,
          catalogue,
          jobs: parts.jobs,
        }),
      ],
      screens: studioApp({ config, clock, carriers, staff, builds }),
    }),
  };
}

function plainSignUpOf({ base, identity, subscription, signup, fraud }: ListenerParts) {
  const { config, secrets, metrics, clock } = base;
  return plainSignUpRoutes({
    config,
    secrets,
    metrics,
    clock,
    identity,
    subscription,
    signup,
    fraud,
  });
}

function siteOf(parts: ListenerParts, plainSignUp: ReturnType<typeof plainSignUpOf>): SiteOptions {
  const { base, carriers, packages, fraud, numbers, identity, messaging, subscription } = parts;
  const { billing, signup, access, catalogue, siteContent, media, viewer, telemetry } = parts;
  const { account, preview } = parts;
  const { config, secrets, open, clock, logger, metrics, builds } = base;
  const { drain, networkCounts, readiness } = base;
  const fastPath = createResponseFastPath();
  const searched = countSearches({ telemetry, identity });
  return {
    config,
    logger,
    metrics,
    drain,
    networkCounts,
    readiness,
    guards: access.guards,
    fastPath,
    onRequest: identity.takeEnrichment,
    routes: [
      preview.routes,
      ...identityRoutes({ config, identity, access }),
      fraudRoutes({ fraud, visitOf: identity.sessions.visitOf }),
      subscriptionRoutes({ identity, subscription }),
      signupRoutes({ secrets, metrics, identity, numbers, signup }),
      ...viewerRoutes({
        config,
        clock,
        identity,
        access,
        packages,
        numbers,
        subscription,
        media,
        viewer,
      }),
      accountRoutes({ clock, metrics, identity, subscription, viewer, account }),
      telemetryRoutes({ telemetry, identity, metrics }),
      carrierInboundRoutes({
        logger,
        metrics,
        carriers,
        numbers,
        messaging,
        subscription,
        billing,
        signup,
      }),
      ...siteContentRoutes({
        catalogue,
        siteContent,
        config,
        clock,
        open,
        metrics,
        fastPath,
        searched,
      }),
      ...mediaRoutes({ media, viewer, fastPath }),
    ],
    pages: pageRoutes({
      config,
      catalogue,
      siteContent,
      preview,
      packages,
      fraud,
      clock,
      logger,
      metrics,
      open,
      builds,
      fastPath,
      plainSignUp,
    }),
  };
}
