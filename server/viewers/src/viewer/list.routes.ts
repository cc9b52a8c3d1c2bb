import { contentPlaylist } from '@bonisa/contract/content-playlist.calls';
import * as calls from '@bonisa/contract/list.calls';
import { withNamesIn } from '@bonisa/domain/catalogue/names';
import type { Routes } from '@bonisa/kit/http/site-listener';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
import type { SessionService } from '@bonisa/people/identity/session.service';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ListService } from './list.service.ts';
import type { Played, ResumeService } from './resume.service.ts';
import type { Named } from './viewer-catalogue.port.ts';

export interface ListRoutesDependencies {
  readonly sessions: SessionService;
  /** The subscriber of a request's bearer token (row P3). */
  readonly bearerOf: (request: FastifyRequest) => Promise<{ subscriberId: number }>;
  readonly list: ListService;
  readonly resume: ResumeService;
}

/** A3 to A5, C7, F9, F10: the calls about the session's own list and resume positions. */
export function listRoutes({ sessions, bearerOf, list, resume }: ListRoutesDependencies): Routes {
  return ({ register }) => {
    register(calls.list, {
      limit: 'read',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        return withNamesIn(await list.page(subscriberId, body), viewerLanguage(request.headers));
      },
    });

    register(contentPlaylist, {
      limit: 'read',
      handle: async ({ body, request }) =>
        withNamesIn(await list.page((await bearerOf(request)).subscriberId, body)),
    });

    register(calls.listStatus, {
      limit: 'read',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        return statusOf(await list.has(subscriberId, namedBy(body)));
      },
    });

    register(calls.addToList, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        await list.add(subscriberId, namedBy(body));
        return statusOf(true);
      },
    });

    register(calls.removeFromList, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        await list.remove(subscriberId, namedBy(body));
        return statusOf(false);
      },
    });

    register(calls.resume, {
      limit: 'read',
      handle: async ({ request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        const items = await resume.items(subscriberId);
        return withNamesIn({ items }, viewerLanguage(request.headers));
      },
    });

    register(calls.putResume, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        const reported = body.positions.map(({ time, at, ...ids }) => ({
          ...playedBy(ids),
          time,
          at: at === undefined ? undefined : new Date(at),
        }));
        return { kept: await resume.put(subscriberId, reported) };
      },
    });

    register(calls.removeResume, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const { subscriberId } = await sessions.requireUser(request, reply);
        return { removed: await resume.remove(subscriberId, playedBy(body)) };
      },
    });
  };
}

const statusOf = (status: boolean) => ({ data: { status } });

/** The item that a request names. The contract ensures that exactly one field is present. */
function namedBy(fields: z.output<typeof calls.listReference>): Named {
  if (fields.show !== undefined) return { kind: 'show', slug: fields.show };
  if (fields.episode_id !== undefined) return { kind: 'episode', id: fields.episode_id };
  if (fields.video_id !== undefined) return { kind: 'video', id: fields.video_id };
  if (fields.channel_id !== undefined) return { kind: 'channel', id: fields.channel_id };
  if (fields.category_id !== undefined) return { kind: 'category', id: fields.category_id };
  throw new Error('the request names no list item');
}

function playedBy({
  video_id,
  episode_id,
}: {
  video_id?: number | undefined;
  episode_id?: number | undefined;
}): Played {
  if (video_id !== undefined) return { kind: 'video', id: video_id };
  if (episode_id !== undefined) return { kind: 'episode', id: episode_id };
  throw new Error('the position names no video or episode');
}
