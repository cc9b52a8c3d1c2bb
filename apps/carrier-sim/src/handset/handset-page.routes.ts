import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { CarrierProfile } from '../carriers/carrier-profile.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { Clock } from '../store/clock.ts';

const FONT = '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2';

/** The page loads everything from here: nothing inline and nothing from other hosts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILES = [
  { path: '/handset.css', file: './page/handset.css', type: 'text/css; charset=utf-8' },
  { path: '/phone.css', file: './page/phone.css', type: 'text/css; charset=utf-8' },
  { path: '/desk.css', file: './page/desk.css', type: 'text/css; charset=utf-8' },
  { path: '/handset.js', file: './page/handset.js', type: 'text/javascript; charset=utf-8' },
  { path: '/phone.js', file: './page/phone.js', type: 'text/javascript; charset=utf-8' },
  { path: '/desk.js', file: './page/desk.js', type: 'text/javascript; charset=utf-8' },
  { path: '/carrier.js', file: './page/carrier.js', type: 'text/javascript; charset=utf-8' },
  { path: '/icon.svg', file: './page/icon.svg', type: 'image/svg+xml' },
  // Asked for beside every answer of the simulator that a browser shows.
  { path: '/favicon.ico', file: './page/icon.svg', type: 'image/svg+xml' },
  { path: '/band.svg', file: './page/band.svg', type: 'image/svg+xml' },
  { path: '/wallpaper.svg', file: './page/wallpaper.svg', type: 'image/svg+xml' },
] as const;

/**
 * The handset pages: one at the root of each carrier, their shared static files, and `GET
 * /sim/desk` with the addresses, carriers and time that they show.
 */
export async function registerHandsetPages(
  scope: FastifyInstance,
  deps: {
    carriers: Carriers;
    clock: Clock;
    shortCode: string;
    publicUrl: string;
    ports: { network: number };
  },
): Promise<void> {
  const profiles = deps.carriers.all.map(({ profile }) => profile);
  const page = await readFile(new URL('./page/handset.html', import.meta.url), 'utf8');
  for (const profile of profiles)
    serve(
      scope,
      `${profile.root}/`,
      Buffer.from(pageOf(page, profile, profiles)),
      'text/html; charset=utf-8',
    );
  for (const { path, file, type } of FILES) {
    serve(scope, path, await readFile(new URL(file, import.meta.url)), type);
  }
  serve(
    scope,
    '/display.woff2',
    await readFile(fileURLToPath(import.meta.resolve(FONT))),
    'font/woff2',
  );
  scope.get('/sim/desk', async () => ({
    now: deps.clock.now().toISOString(),
    site_url: deps.publicUrl,
    network_url: `http://localhost:${deps.ports.network}`,
    short_code: deps.shortCode,
    carriers: profiles.map((profile) => ({
      id: profile.id,
      name: profile.name,
      short_name: profile.shortName,
      page: `${profile.root}/`,
    })),
  }));
}

/** The page of a carrier: the template with the carrier's values. */
function pageOf(
  template: string,
  profile: CarrierProfile,
  profiles: readonly CarrierProfile[],
): string {
  const words: Record<string, string> = {
    id: profile.id,
    name: profile.name,
    shortName: profile.shortName,
    firstNumber: profile.firstNumber,
    terms: termsOf(profile),
    links: profiles.map((each) => linkTo(each, each === profile)).join('\n        '),
    options: profiles.map(({ id, name }) => `<option value="${id}">${name}</option>`).join(''),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, word: string) => words[word] ?? '');
}

function linkTo({ root, name }: CarrierProfile, isCurrent: boolean): string {
  return `<a class="link" href="${root}/"${isCurrent ? ' aria-current="page"' : ''}>${name}</a>`;
}

function termsOf({ sharePercent, callsPerSecond, prefixes, root }: CarrierProfile): string {
  const numbers =
    root === ''
      ? 'Serves every number that is in no other carrier’s range.'
      : `Serves only numbers that begin with ${prefixes.map(asTyped).join(' or ')}, and numbers that were moved to it.`;
  const pace =
    callsPerSecond === null
      ? 'takes payments as fast as they come'
      : `takes ${callsPerSecond} payments a second and answers more with 429`;
  return `${numbers} Keeps ${sharePercent} % and ${pace}.`;
}

/** A prefix as South Africans write it: `061 949 7`. */
function asTyped(prefix: string): string {
  return `0${prefix.slice(2)}`.replace(/^(\d{3})(\d{1,3})/, '$1 $2 ').trim();
}

function serve(scope: FastifyInstance, path: string, bytes: Buffer, type: string): void {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': type,
    etag,
    'cache-control': 'no-cache',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  scope.get(path, async (request, reply) => {
    reply.headers(headers);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send(bytes);
  });
}
