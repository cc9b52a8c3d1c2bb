import { type Dispatcher, request } from 'undici';

/** The address where the service receives what handsets send, and its credential. */
export interface InboundAddress {
  url: string;
  token: string;
}

/** A short message from a handset to the service. */
export interface InboundMessage {
  id: string;
  at: string;
  from: string;
  text: string;
}

const TIMEOUT_MS = 10_000;

/** `not_configured`: the carrier has no address of the service. */
export type InboundOutcome = 'taken' | 'not_taken' | 'not_reached' | 'not_configured';

/** Forwards a handset's message to the service and returns the outcome; never retries. */
export async function forwardMessage(
  inbound: InboundAddress | undefined,
  message: InboundMessage,
  dispatcher: Dispatcher,
): Promise<InboundOutcome> {
  if (!inbound) return 'not_configured';
  try {
    const reply = await request(`${inbound.url}/messages`, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${inbound.token}` },
      body: JSON.stringify(message),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    await reply.body.dump();
    return reply.statusCode >= 200 && reply.statusCode < 300 ? 'taken' : 'not_taken';
  } catch {
    // Every failure of the connection means for the handset's owner that the service was not
    // reached.
    return 'not_reached';
  }
}
