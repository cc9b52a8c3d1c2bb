import { cookieName, PREVIEW_COOKIE } from '@bonisa/contract/cookies';
import { safeReturn } from '@bonisa/domain/safe-return';
import { scopesOf } from '@bonisa/domain/staff/staff-roles';
import { isSessionLive } from '@bonisa/domain/staff/staff-session';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { NewId } from '@bonisa/kit/ids';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import { z } from 'zod';
import type { SessionWithAccount } from '../staff/session.repository.ts';
import type { PreviewRepository, PreviewRow } from './preview.repository.ts';

const LASTS_MS = 30 * 60_000;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** What a previewing browser is shown. */
export interface PreviewView {
  readonly id: string;
  readonly as: 'visitor' | 'subscriber';
  readonly packageId: string | null;
  /** The instant that is shown. */
  readonly at: Date;
  /** Whether the instant is the present one. */
  readonly isNow: boolean;
  readonly path: string;
  readonly until: Date;
  /** Whether the person may see paid media here: whoever publishes them. */
  readonly mayPlay: boolean;
}

export interface PreviewRequest {
  readonly as: PreviewRow['viewer'];
  readonly at: Date | undefined;
  readonly packageId: string | undefined;
  readonly path: string | undefined;
}

export interface PreviewDependencies {
  readonly repository: PreviewRepository;
  /** Sessions of the studio by id. */
  readonly sessions: {
    findById(id: string): Promise<SessionWithAccount | undefined>;
  };
  readonly key: Buffer;
  readonly config: { readonly publicUrl: string; readonly secureCookies: boolean };
  readonly clock: Clock;
  readonly newId: NewId;
}

export type Previews = ReturnType<typeof createPreviews>;

/**
 * Previews of the site. The link is signed, lasts as long as its preview, and works in one browser:
 * whoever opens it first. Each request looks up whether the preview, and the studio's session of
 * the person who asked, still last.
 */
export function createPreviews(dependencies: PreviewDependencies) {
  const { repository, sessions, key, config, clock, newId } = dependencies;
  const links = createSignedTokens({ key, purpose: 'preview.link', claims: z.uuid() });
  const cookie = cookieName(PREVIEW_COOKIE, config.secureCookies);

  /** What a preview shows while the person who asked is signed in and reads the catalogue. */
  const viewOf = async (row: PreviewRow | undefined): Promise<PreviewView | undefined> => {
    const found = row && (await sessions.findById(row.sessionId));
    if (!found || !isSessionLive(found.session, clock.now())) return undefined;
    const scopes = scopesOf(found.roles);
    if (!scopes.has('catalogue:read')) return undefined;
    const { id, viewer, packageId, at, path, until } = row;
    return {
      ...{ id, packageId, path, until },
      as: viewer,
      at: at ?? clock.now(),
      isNow: at === null,
      mayPlay: scopes.has('catalogue:publish'),
    };
  };

  const byCookie = async (header: string | undefined): Promise<PreviewView | undefined> => {
    const secret = secretIn(header, cookie);
    if (!secret) return undefined;
    return await viewOf(await repository.byClaim(hashToken(secret), clock.now()));
  };

  return {
    cookie,

    /** Whether a request shows the cookie of a preview, whatever it is worth. */
    isClaimed: (header: string | undefined): boolean => header?.includes(`${cookie}=`) === true,

    /** Makes a preview for a session of the studio, and the link that opens it. */
    async begin(sessionId: string, asked: PreviewRequest): Promise<{ url: string; until: Date }> {
      const now = clock.now();
      const id = newId();
      const until = new Date(now.getTime() + LASTS_MS);
      await repository.insert({
        ...{ id, sessionId, until, createdAt: now, claimHash: null },
        viewer: asked.as,
        packageId: asked.packageId ?? null,
        at: asked.at ?? null,
        path: safeReturn(asked.path),
      });
      const url = new URL('/preview/open', config.publicUrl);
      url.searchParams.set('link', links.issue(id, until));
      return { url: url.href, until };
    },

    /** Opens a link: the secret for the cookie of this browser, or that it is not valid here. */
    async open(
      link: string,
      header: string | undefined,
    ): Promise<{ view: PreviewView; secret: string | undefined } | undefined> {
      const now = clock.now();
      const read = links.read(link, now);
      if (!read.ok) return undefined;
      const own = await byCookie(header);
      if (own?.id === read.claims) return { view: own, secret: undefined };
      const secret = randomToken();
      const view = await viewOf(await repository.claim(read.claims, hashToken(secret), now));
      return view && { view, secret };
    },

    byCookie,

    /** Whether the addresses of media that a preview was given still count. */
    mayPlay: async (id: string): Promise<boolean> =>
      (await viewOf(await repository.byId(id, clock.now())))?.mayPlay === true,

    end: ({ id }: PreviewView): Promise<void> => repository.end(id),
    purge: (): Promise<void> => repository.purge(clock.now()),
  };
}

function secretIn(header: string | undefined, cookie: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=');
    if (name === cookie && value !== undefined && SECRET.test(value)) return value;
  }
  return undefined;
}
