import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

export interface Received {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly event: { type: string; data: Record<string, unknown> };
}

/** A real receiver over HTTP, which answers as `answer` says. */
export async function createReceiver() {
  const received: Received[] = [];
  const state: { answer: (response: ServerResponse, request: IncomingMessage) => void } = {
    answer: (response) => response.writeHead(204).end(),
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      received.push({
        id: headers['webhook-id'] ?? '',
        headers,
        body,
        event: JSON.parse(body) as Received['event'],
      });
      state.answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    state,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether the library of the standard accepts a message, at the time that the message says. */
export function isAccepted({ headers, body }: Received, secret: string): boolean {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 });
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}
