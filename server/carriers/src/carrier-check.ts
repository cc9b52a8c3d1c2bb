/**
 * Asks the carrier for a token when the product starts, and now and then: a key that the carrier
 * does not know would otherwise be found by the first person who wants to subscribe. The answer's
 * `Date` says whether our clocks agree.
 */

import { offsetOf } from '@bonisa/kit/clock/clock-check';
import type { JWK } from 'jose';
import type { Logger } from 'pino';
import { type CarrierHttp, createCarrierHttp, HTTP_DEFAULTS } from './camara.http.ts';
import { CREATE } from './camara.payments.ts';
import { createTokens } from './camara.tokens.ts';

export interface CarrierCheckOptions {
  /** The id of the carrier to ask. */
  readonly carrier: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly privateJwk: JWK;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly onKey: (refused: boolean) => void;
  /** Called with how far our clock is ahead of the carrier's, in milliseconds. */
  readonly onClock: (offsetMs: number) => void;
}

const WITHIN_MS = 5000;

type Answer = 'accepted' | 'refused' | 'silent';

const PAUSE_MS: Readonly<Record<Answer, number>> = {
  accepted: 5 * 60_000,
  refused: 30_000,
  silent: 10_000,
};

/** Begins the checks; nothing waits for the answer. */
export function startCarrierCheck(options: CarrierCheckOptions): { stop(): Promise<void> } {
  const { carrier, logger, onKey } = options;
  const client = createCarrierHttp(new URL(options.tokenUrl).origin, {
    ...HTTP_DEFAULTS,
    connections: 1,
  });
  const http = readClock(client, options.onClock);
  let lastAnswer: Answer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const ask = async (): Promise<void> => {
    // A new store of tokens each time: a cached token proves nothing about the key.
    const tokens = createTokens({ ...options, http, timeoutMs: WITHIN_MS });
    const token = await tokens.forClient(CREATE);
    const answer: Answer =
      token.kind === 'token' ? 'accepted' : token.kind === 'refused' ? 'refused' : 'silent';
    if (answer !== 'silent') onKey(answer === 'refused');
    if (answer !== lastAnswer) tell(answer);
    asking = undefined;
    if (!stopped) timer = setTimeout(begin, PAUSE_MS[answer]);
  };
  const tell = (answer: Answer): void => {
    const before = lastAnswer;
    lastAnswer = answer;
    if (answer === 'refused')
      logger.error(
        { carrier },
        'CARRIER_KEY, CARRIER_CLIENT_ID: the carrier refuses our key: no code is sent and nothing is charged until it is accepted',
      );
    else if (answer === 'silent')
      logger.warn(
        { carrier },
        'CARRIER_TOKEN_URL: the carrier gives no token: no code is sent and nothing is charged until it answers',
      );
    else if (before) logger.info({ carrier }, 'the carrier accepts our key');
  };
  let asking: Promise<void> | undefined;
  const begin = (): void => {
    clearTimeout(timer);
    asking ??= ask();
  };
  begin();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await asking;
      clearTimeout(timer);
      await client.close();
    },
  };
}

/** The same client, which also reports the time in its answers. */
function readClock(http: CarrierHttp, onClock: CarrierCheckOptions['onClock']): CarrierHttp {
  return {
    ...http,
    send: async (request) => {
      const before = Date.now();
      const result = await http.send(request);
      const date = result.kind === 'reply' ? Date.parse(String(result.headers.date)) : Number.NaN;
      // The header has whole seconds: half a second is added.
      if (!Number.isNaN(date)) onClock(offsetOf({ before, after: Date.now(), other: date + 500 }));
      return result;
    },
  };
}
