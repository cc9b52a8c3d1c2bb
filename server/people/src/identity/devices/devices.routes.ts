import * as calls from '@bonisa/contract/devices.calls';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { SessionService } from '../session.service.ts';
import type { Devices } from './devices.ts';

/** The page's calls: a viewer answers a code, and sees and ends the number's devices. */
export function deviceRoutes({
  sessions,
  devices,
}: {
  readonly sessions: Pick<SessionService, 'requireUser'>;
  readonly devices: Devices;
}): Routes {
  return ({ register }) => {
    register(calls.findDeviceRequest, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        return await devices.signIn.find(body.user_code, { subscriberId, address: request.ip });
      },
    });

    register(calls.answerDeviceRequest, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        const viewer = { subscriberId, address: request.ip };
        return await devices.signIn.answer(body.user_code, body.approve, viewer);
      },
    });

    register(calls.devices, {
      limit: 'read',
      handle: async ({ request, reply }) =>
        await devices.list(await sessions.requireUser(request, reply)),
    });

    register(calls.endDevice, {
      limit: 'write',
      handle: async ({ body, request, reply }) => ({
        ended: await devices.end(await sessions.requireUser(request, reply), body.id),
      }),
    });
  };
}
