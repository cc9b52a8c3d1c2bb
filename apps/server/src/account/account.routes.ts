import * as calls from '@bonisa/contract/account.calls';
import { originOf } from '../fraud/fraud.routes.ts';
import type { SessionService } from '../identity/session.service.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { RegisterCall } from '../platform/http/call-route.ts';
import { sentAlong } from '../platform/http/sent-along.ts';
import type { SignedIn } from '../viewer/signed-in.ts';
import type { AccountService } from './account.service.ts';
import type { FeedbackService } from './feedback.service.ts';
import type { PersonalDataService } from './personal-data.service.ts';

export interface AccountRoutes {
  readonly sessions: SessionService;
  readonly signedIn: SignedIn;
  readonly account: AccountService;
  readonly feedback: FeedbackService;
  readonly personalData: PersonalDataService;
}

/** A7, A8 and My Account (S7): only ever the session's own. */
export function registerAccountRoutes(
  register: RegisterCall,
  { sessions, signedIn, account, feedback, personalData }: AccountRoutes,
): void {
  register(calls.account, {
    limit: 'read',
    handle: async ({ request, reply }) => {
      const user = await sessions.requireUser(request, reply);
      return await account.of({
        subscriberId: user.subscriberId,
        msisdn: await signedIn.numberOf(user),
      });
    },
  });

  register(calls.changePackage, {
    limit: 'write',
    handle: async ({ body, request, reply }) => {
      const { subscriberId } = await sessions.requireUser(request, reply);
      const { address, userAgent } = originOf(request);
      return await account.changePackage({
        subscriberId,
        serviceKey: body.service_key,
        atOnce: body.at_once ?? false,
        address,
        userAgent,
      });
    },
  });

  register(calls.personalData, {
    limit: 'write',
    handle: async ({ request, reply }) => {
      const user = await sessions.requireUser(request, reply);
      return await personalData.document({
        subscriberId: user.subscriberId,
        msisdn: await signedIn.numberOf(user),
      });
    },
  });

  register(calls.deletePersonalData, {
    limit: 'write',
    handle: async ({ request, reply }) => {
      const { subscriberId } = await sessions.requireUser(request, reply);
      await personalData.remove(subscriberId);
      await sessions.signOut(request, reply, true);
      return { signed_in: false as const };
    },
  });

  register(calls.ratings, {
    limit: 'read',
    handle: async ({ body, request, reply }) => {
      const { subscriberId } = await sessions.requireUser(request, reply);
      if (body.id !== undefined && body.id !== String(subscriberId))
        throw new AppError('not_yours', 'You can only read your own ratings.');
      return { ratings: await feedback.ratings(subscriberId) };
    },
  });

  register(calls.feedback, {
    limit: 'write',
    handle: async ({ body, request, reply }) => {
      const { subscriberId } = await sessions.requireUser(request, reply);
      return { rating_id: await feedback.give(subscriberId, body, sentAlong(request.headers)) };
    },
  });
}
