import type { Clock } from '@bonisa/kit/clock/clock';
import type { FastifyPluginAsync } from 'fastify';

export interface SecurityTextOptions {
  readonly brand: { readonly supportEmail: string; readonly supportNumber: string };
  readonly publicUrl: string;
  readonly clock: Clock;
}

const PATH = '/.well-known/security.txt';
const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116, 2.5.5: less than a year. */
const GOOD_FOR_DAYS = 180;

/** `/.well-known/security.txt` (RFC 9116): where somebody who finds a weakness reports it. */
export function securityTextRoutes(options: SecurityTextOptions): FastifyPluginAsync {
  return async (app) => {
    app.get(PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/plain; charset=utf-8')
        .send(securityText(options)),
    );
  };
}

function securityText({ brand, publicUrl, clock }: SecurityTextOptions): string {
  const { supportEmail: email, supportNumber: phone } = brand;
  // The end of a day: the text is the same for a day.
  const today = Math.floor(clock.now().getTime() / DAY_MS);
  const lines = [
    `Contact: ${email ? `mailto:${email}` : `tel:${phone.replace(/[^+0-9]/g, '')}`}`,
    `Expires: ${new Date((today + GOOD_FOR_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${PATH}`,
  ];
  return `${lines.join('\n')}\n`;
}
