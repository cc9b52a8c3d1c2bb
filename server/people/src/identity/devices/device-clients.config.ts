import { z } from 'zod';

/** An app that may sign in by code. */
export interface DeviceClient {
  /** Its `client_id`. */
  readonly id: string;
  /** The origin of its pages, where a browser runs it at another address than the site's. */
  readonly origin: string | undefined;
}

const ID = '[a-z0-9][a-z0-9.-]{0,49}';
const CLIENTS = new RegExp(`^(off|${ID}(=[^,=]+)?(,${ID}(=[^,=]+)?){0,49})$`);

const deviceClients = z
  .string()
  .regex(CLIENTS, {
    error:
      'must be client ids separated by commas, each with =https://… where the app has an origin of its own, such as television,mobile-app, or off',
  })
  .transform((value): readonly DeviceClient[] =>
    value === 'off' ? [] : value.split(',').map(read),
  )
  .superRefine((clients, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const ids = clients.map(({ id }) => id);
    if (new Set(ids).size < ids.length) refuse('must name each client id once');
    if (ids.some((id) => id.includes('otp')))
      refuse("must have no client id with 'otp': messages name it, and only codes use that word");
    if (clients.some(({ origin }) => origin !== undefined && !isOrigin(origin)))
      refuse(
        'must have origins as a browser sends them: https:// and a host in small letters, without a path, and no pattern',
      );
  });

/** The variable of the apps that may sign in by code. */
export const deviceConfigShape = {
  DEVICE_CLIENTS: deviceClients.prefault('television,mobile-app'),
};

interface DeviceEnvironment {
  readonly MODE: 'demo' | 'production';
  readonly PORT: number;
  readonly PUBLIC_URL?: string | undefined;
  readonly DEVICE_CLIENTS: readonly DeviceClient[];
}

/** The problems of the apps' origins with the rest of the configuration. */
export function deviceProblems(env: DeviceEnvironment): string[] {
  const origins = env.DEVICE_CLIENTS.flatMap(({ origin }) => origin ?? []);
  const site = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  const problems: string[] = [];
  // Cookies do not count for these origins: the site's own pages could sign nobody in.
  if (origins.includes(site))
    problems.push("DEVICE_CLIENTS: must not have the site's own origin, which needs no entry");
  if (env.MODE === 'production' && origins.some((origin) => !origin.startsWith('https://')))
    problems.push('DEVICE_CLIENTS: must have https origins in production');
  return problems;
}

function read(entry: string): DeviceClient {
  const [id = '', origin] = entry.split('=', 2);
  return { id, origin };
}

/** Exactly what browsers send: they are compared letter by letter. `null` and `*` are none. */
function isOrigin(value: string): boolean {
  if (!/^https?:\/\/[a-z0-9.:[\]-]+$/.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, origin } = new URL(value);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
  return origin === value && (protocol === 'https:' || isHere);
}
