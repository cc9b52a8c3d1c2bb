import type { Carriers } from '@bonisa/carriers/carriers';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { purgeAll } from '@bonisa/kit/jobs/housekeeping';
import { createSignal } from '@bonisa/kit/jobs/signal';
import type { Metrics } from '@bonisa/kit/metrics';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { FastifyRequest } from 'fastify';
import type { Numbers } from '../numbers/numbers.ts';
import type { DeviceClient } from './devices/device-clients.config.ts';
import { createDevices } from './devices/devices.ts';
import { createEnrichment, type Enriched } from './enrichment.ts';
import { createIdentityRepository } from './identity.repository.ts';
import { createOtpRepository } from './otp.repository.ts';
import { createOtpService } from './otp.service.ts';
import { createPersonalIdentity } from './personal.repository.ts';
import { createPlainSignUpLimit } from './plain-sign-up-limit.ts';
import { createProofService } from './proof.service.ts';
import { createSessionService } from './session.service.ts';
import { createStatusCheckLimit } from './status-check-limit.ts';
import { createVisits } from './visit.ts';

/** Ended sessions, used proofs and counted status checks are deleted after this time. */
const KEPT_MS = 2 * 24 * 60 * 60_000;

export interface IdentityDependencies {
  readonly config: {
    readonly secureCookies: boolean;
    /** Whether limits by network address are on. */
    readonly limits: boolean;
    readonly otpSendsPerHour: number;
    readonly deviceClients: readonly DeviceClient[];
  };
  readonly secrets: Pick<Secrets, 'key' | 'lastingKey'>;
  /** Their terms name each carrier's listener for header enrichment. */
  readonly carriers: Pick<Carriers, 'terms'>;
  /**
   * Codes are sent and checked at the carrier of a number; its gateway alone may vouch for it.
   */
  readonly numbers: Pick<Numbers, 'calls' | 'judgeClaim' | 'withSubscriberLock'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly metrics: Pick<Metrics, 'codesBudget' | 'codesSent' | 'codesRefused' | 'codesJudged'>;
}

export type Identity = ReturnType<typeof createIdentity>;

/** Builds the proof of a number: sessions, one-time codes, and the carrier's header enrichment. */
export function createIdentity(dependencies: IdentityDependencies) {
  const { config, secrets, db, clock, newId } = dependencies;
  const repository = createIdentityRepository(db);
  const hidingKey = secrets.lastingKey('hiding');
  const codesUsedUp = createSignal<Msisdn>();
  const devices = createDevices({
    ...dependencies,
    key: secrets.key('device'),
    hidingKey,
    repository,
  });
  const visits = createVisits({
    visitorKey: secrets.key('visitor'),
    sessionKey: secrets.lastingKey('session'),
    csrfKey: secrets.key('csrf'),
    secure: config.secureCookies,
  });
  const otpRepository = createOtpRepository(db, {
    limitByNetwork: config.limits,
    budgetPerHour: config.otpSendsPerHour,
    removedNameOf: (msisdn) => `removed-${keyedHash(hidingKey, 'removed', msisdn)}`,
  });
  const limiting = {
    repository,
    clock,
    key: hidingKey,
    limitByNetwork: config.limits,
  };
  return {
    repository,
    otpRepository,
    personal: createPersonalIdentity(db, otpRepository),
    visits,
    /** The devices that were signed in by code. */
    devices,
    sessions: createSessionService({ repository, visits, devices: devices.tokens, clock }),
    proofs: createProofService({ repository, clock, newId }),
    otp: createCountedOtp(dependencies, otpRepository, codesUsedUp.raise),
    /** Raised when the tries of a code, or the codes for a number, are used up. */
    codesUsedUp,
    limitStatusChecks: createStatusCheckLimit(limiting),
    limitPlainSignUps: createPlainSignUpLimit(limiting),
    ...createEnrichedNumbers(dependencies),
    /** Codes are kept for as long as they count against a limit. */
    purge: (): Promise<void> =>
      purgeAll([
        () => repository.purge(new Date(clock.now().getTime() - KEPT_MS)),
        () => otpRepository.purge(clock.now()),
        () => devices.purge(new Date(clock.now().getTime() - KEPT_MS)),
      ]),
  };
}

/** One-time codes whose sends, refusals and verdicts are counted. */
function createCountedOtp(
  { config, secrets, clock, newId, metrics, numbers }: IdentityDependencies,
  repository: ReturnType<typeof createOtpRepository>,
  onUsedUp: (msisdn: Msisdn) => Promise<void>,
) {
  metrics.codesBudget.set(config.otpSendsPerHour);
  return createOtpService({
    repository,
    carrier: numbers.calls,
    clock,
    newId,
    key: secrets.key('otp'),
    hidingKey: secrets.lastingKey('hiding'),
    onSend: (outcome) => metrics.codesSent.inc({ outcome }),
    onLimit: (limit) => metrics.codesRefused.inc({ limit }),
    onVerdict: (verdict) => metrics.codesJudged.inc({ verdict }),
    onUsedUp,
  });
}

/** Numbers by header enrichment: removed from a request once, and stored while it lives. */
function createEnrichedNumbers({ carriers, numbers }: IdentityDependencies) {
  const takeNumber = createEnrichment(
    carriers.terms.map(({ id, enrichment }) => ({ ...enrichment, carrierId: id })),
  );
  const taken = new WeakMap<FastifyRequest, Enriched>();
  return {
    /**
     * Removes the carrier's number, and every header that could pretend to be one, from a request.
     */
    takeEnrichment: (request: FastifyRequest): void => {
      const enriched = takeNumber(request.raw);
      if (enriched) taken.set(request, enriched);
    },
    /**
     * The number that the listener of the number's own carrier vouches for in this request. In
     * doubt there is none, and a one-time code proves the number.
     */
    enrichedNumber: async (request: FastifyRequest): Promise<Msisdn | undefined> => {
      const enriched = taken.get(request);
      if (!enriched) return undefined;
      const verdict = await numbers.judgeClaim({ ...enriched, kind: 'enrichment' });
      return verdict === 'accepted' ? enriched.msisdn : undefined;
    },
  };
}
