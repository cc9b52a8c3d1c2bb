import { ADDRESSES, type CallName } from '@bonisa/contract/addresses';
import { DEVICE_CODE_GRANT } from '@bonisa/contract/devices.calls';
import type { Answer, Visitor } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';

/** A form, as an OAuth library posts it. */
export async function post(
  site: FastifyInstance,
  url: string,
  fields: Record<string, string>,
  address = '127.0.0.1',
): Promise<Answer> {
  const response = await site.inject({
    method: 'POST',
    url,
    remoteAddress: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

/** What a device is told when it asks. */
export interface DeviceAuthorization {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
}

/** A television asks to be signed in. */
export async function askToSignIn(
  site: FastifyInstance,
  fields: Record<string, string> = {},
  address?: string,
): Promise<DeviceAuthorization> {
  const asked = { client_id: 'television', device_kind: 'television', ...fields };
  const { status, body } = await post(site, '/oauth/device_authorization', asked, address);
  if (status !== 200) throw new Error(`a device may not ask: ${JSON.stringify(body)}`);
  return body as unknown as DeviceAuthorization;
}

export type Device = ReturnType<typeof deviceOf>;

/** A device with its access token: it has no cookies. */
export function deviceOf(site: FastifyInstance, accessToken: string) {
  return {
    call: async (
      name: CallName,
      body: unknown = {},
      headers: Record<string, string> = {},
    ): Promise<Answer> => {
      const { method, path } = ADDRESSES[name];
      const response = await site.inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${accessToken}`, ...headers },
        ...(method === 'POST' ? { payload: body as object } : {}),
      });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    },
  };
}

/** Signs a television in for a viewer. */
export async function signInDevice(
  site: FastifyInstance,
  viewer: Pick<Visitor, 'call'>,
  fields: Record<string, string> = {},
) {
  const { device_code, user_code } = await askToSignIn(site, fields);
  const { body } = await viewer.call('answerDeviceRequest', { user_code, approve: true });
  if (body.state !== 'approved') throw new Error(`not approved: ${JSON.stringify(body)}`);
  const grant = { grant_type: DEVICE_CODE_GRANT, device_code, client_id: 'television' };
  const tokens = (await post(site, '/oauth/token', grant)).body as unknown as {
    readonly access_token: string;
    readonly refresh_token: string;
  };
  return { device: deviceOf(site, tokens.access_token), tokens, user_code };
}
