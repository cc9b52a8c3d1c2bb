import {
  authorizationServer,
  DEVICE_CODE_GRANT,
  deviceAuthorization,
  deviceRevocation,
  deviceToken,
} from '@bonisa/contract/devices.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import { createRegisterCall, type Guards } from '@bonisa/kit/http/call-route';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { FastifyInstance } from 'fastify';
import type { Devices } from './devices.ts';

const LONGEST_FORM = 8192;

export interface OAuthRoutesDependencies {
  readonly config: { readonly publicUrl: string };
  readonly devices: Devices;
  readonly guards: Guards;
}

/**
 * The calls of devices that sign in by code, as OAuth libraries make them: RFC 8628 (device
 * authorization), RFC 6749 (tokens), RFC 7009 (revocation) and RFC 8414 (where they are). They use
 * no cookie, so that no page can make them in a viewer's name.
 */
export function oauthRoutes({ config, devices, guards }: OAuthRoutesDependencies): Routes {
  return async ({ server }) => {
    // A form is read here and nowhere else: a page of another site can send one without asking.
    await server.register(async (scope) => {
      readForms(scope);
      const register = createRegisterCall(scope, guards);
      registerMetadata(register, config.publicUrl);
      registerTokens(register, devices, config.publicUrl);
    });
  };
}

type Register = ReturnType<typeof createRegisterCall>;

function registerMetadata(register: Register, publicUrl: string): void {
  const at = (path: string): string => `${publicUrl}${path}`;
  register(authorizationServer, {
    limit: 'read',
    handle: async () => ({
      issuer: publicUrl,
      device_authorization_endpoint: at(deviceAuthorization.path),
      token_endpoint: at(deviceToken.path),
      revocation_endpoint: at(deviceRevocation.path),
      grant_types_supported: [DEVICE_CODE_GRANT, 'refresh_token'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['watch'],
    }),
  });
}

function registerTokens(register: Register, devices: Devices, publicUrl: string): void {
  const { signIn, tokens, clients } = devices;
  const requireClient = (client: string): void => {
    if (!clients.includes(client))
      throw new AppError('invalid_client', 'The service does not know this client_id.');
  };

  register(deviceAuthorization, {
    limit: 'write',
    handle: async ({ body, request }) => {
      requireClient(body.client_id);
      const { deviceCode, userCode, expiresIn, interval } = await signIn.start({
        client: body.client_id,
        kind: body.device_kind ?? 'other',
        name: body.device_name?.trim() ?? null,
        address: request.ip,
      });
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${publicUrl}/device`,
        verification_uri_complete: `${publicUrl}/device?code=${userCode}`,
        expires_in: expiresIn,
        interval,
      };
    },
  });

  register(deviceToken, {
    // Devices of many homes share an address, and each polls twelve times a minute.
    limit: 'heartbeat',
    handle: async ({ body }) => {
      requireClient(body.client_id);
      if (body.grant_type === DEVICE_CODE_GRANT)
        return await signIn.poll(body.client_id, required(body.device_code, 'device_code'));
      if (body.grant_type === 'refresh_token')
        return await tokens.refresh(body.client_id, required(body.refresh_token, 'refresh_token'));
      throw new AppError('unsupported_grant_type', 'There is no such grant type here.');
    },
  });

  register(deviceRevocation, {
    limit: 'write',
    handle: async ({ body }) => {
      requireClient(body.client_id);
      await tokens.revoke(body.client_id, body.token);
      return {};
    },
  });
}

function required(value: string | undefined, field: string): string {
  if (value === undefined) throw invalidRequest([{ field, problem: 'is required' }]);
  return value;
}

/** Reads forms, as OAuth libraries send them. A field that is sent twice is refused (RFC 6749). */
function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LONGEST_FORM },
    (_request, text, done) => {
      const fields = [...new URLSearchParams(String(text))];
      const twice = fields.find(([name], i) => fields.findIndex(([one]) => one === name) !== i);
      if (twice)
        done(invalidRequest([{ field: twice[0].slice(0, 100), problem: 'is sent twice' }]));
      else done(null, Object.fromEntries(fields));
    },
  );
}
