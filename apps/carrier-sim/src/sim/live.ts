import type { ServerResponse } from 'node:http';

/** The subject of a change: one handset, or something that concerns every handset page. */
export type LiveChange = 'messages' | 'handset' | 'charges' | 'network' | 'faults';

const HEARTBEAT_MS = 20_000;

/**
 * Tells open handset pages what to fetch again (server-sent events). Costs nothing while no page is
 * open.
 */
export interface Live {
  /** @param msisdn the handset; absent: all handsets. */
  tell(change: LiveChange, msisdn?: string): void;
  /** Keeps a response open as an event stream until the page is closed. */
  follow(msisdn: string, response: ServerResponse): void;
  close(): void;
}

export function createLive(): Live {
  const followers = new Map<ServerResponse, string>();
  const heartbeat = setInterval(() => {
    for (const response of followers.keys()) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    tell(change, msisdn) {
      for (const [response, followed] of followers) {
        if (msisdn === undefined || msisdn === followed)
          response.write(`event: ${change}\ndata: {}\n\n`);
      }
    },
    follow(msisdn, response) {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      response.write('retry: 1000\nevent: ready\ndata: {}\n\n');
      followers.set(response, msisdn);
      response.on('close', () => followers.delete(response));
    },
    close() {
      clearInterval(heartbeat);
      for (const response of followers.keys()) response.end();
      followers.clear();
    },
  };
}
