import helmet from '@fastify/helmet';
import Fastify from 'fastify';

/** Of responses other than pages, which set a policy of their own. */
const POLICIES = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  crossOriginResourcePolicy: { policy: 'same-origin' as const },
  frameguard: { action: 'deny' as const },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  // Browsers ignore this header on http.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
};

/**
 * What our pages never use is denied to them and to whatever they embed; the rest (full screen,
 * picture in picture, wake lock, sharing, passkeys) is for our own origin by default.
 */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ');

/** Headers of the answer that helmet is asked by, which are its own. */
const NOT_OURS = ['content-length', 'content-type', 'date', 'connection', 'keep-alive'];

let known: Promise<Readonly<Record<string, string>>> | undefined;

/**
 * The safety headers of every response, as helmet writes them. They are always the same and helmet
 * would put them together again for each response, so it is asked once.
 */
export function safetyHeadersOf(): Promise<Readonly<Record<string, string>>> {
  known ??= askHelmet();
  return known;
}

async function askHelmet(): Promise<Readonly<Record<string, string>>> {
  const asked = Fastify();
  await asked.register(helmet, POLICIES);
  asked.get('/', async () => '');
  const { headers } = await asked.inject('/');
  await asked.close();
  const ours = Object.entries(headers).filter(([name]) => !NOT_OURS.includes(name));
  return {
    ...Object.fromEntries(ours.map(([name, value]) => [name, String(value)])),
    'permissions-policy': PERMISSIONS_POLICY,
  };
}
