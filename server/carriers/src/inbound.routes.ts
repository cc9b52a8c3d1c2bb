/**
 * What the carrier tells us: short messages to the service, top-ups, and what becomes of payments
 * (CloudEvents 1.0 as CAMARA carrier-billing 0.5.0 and carrier-billing-refund 0.3.0 send them to a
 * payment's sink).
 *
 * Errors have CAMARA's shape and, with the same words, the site's: `{status, code, message,
 * description}`.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import { problemsIn } from '@bonisa/contract/problem-words';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { FastifyBodyParser, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { type ZodType, z } from 'zod';
import {
  anyMessage,
  type InboundMessage,
  inboundMessage,
  type PaymentEvent,
  paymentEvent,
  type TopUp,
  topUp,
  unknownTypeOf,
} from './inbound.schemas.ts';

export interface InboundHandlers {
  /**
   * `carrierId`: the carrier that tells us, known by its token. Called for a repeated message too:
   * a STOP has its effect whenever it arrives.
   */
  onMessage: (message: InboundMessage, carrierId: string) => Promise<void>;
  onTopUp: (topUp: TopUp, carrierId: string) => Promise<void>;
  /**
   * `token` is the sink's bearer token that came with it: it says which payment of ours the event
   * is about.
   */
  onPaymentEvent: (event: PaymentEvent, token: string) => Promise<void>;
}

export interface InboundOptions extends InboundHandlers {
  /** What each carrier shows on messages and top-ups. */
  tokens: readonly { readonly carrierId: string; readonly token: string }[];
  /**
   * The charge or refund that a bearer token is about; `undefined` for one that we have not handed
   * out with a sink.
   */
  subjectOfEvent: (token: string) => string | undefined;
  /** An event of a type that we do not know was let pass. */
  onUnknownEvent: (type: string) => void;
  /** The one-way mark of a number in a key. */
  markOf: (msisdn: Msisdn) => string;
  /** Whether this key has been dealt with before. */
  seen: (key: string) => Promise<boolean>;
  /**
   * Remembers a key once its handler has finished. A handler that fails leaves it unseen, so that
   * the carrier's next try counts.
   */
  remember: (key: string) => Promise<void>;
}

const BODY_LIMIT = 64 * 1024;
/**
 * The longest text that handsets send, 255 short messages joined of 153 characters (3GPP 23.040),
 * is 234 kB when each is written as an escape.
 */
const MESSAGE_LIMIT = 256 * 1024;
/** What the OpenAPI document says of every call of the carrier. */
const CARRIER_CALL = {
  tags: ['carrier'],
  security: [{ carrier: [] }],
  response: {
    204: z.undefined().describe('Taken'),
    400: refusalOf('INVALID_ARGUMENT').describe('The body is not of the agreed shape'),
    401: refusalOf('UNAUTHENTICATED').describe('The bearer token is missing or not valid'),
  },
};

/** A refusal as CAMARA has it, with the site's `description` of the same words. */
function refusalOf(code: Refusal['code']) {
  return z.object({
    status: z.int(),
    code: z.literal(code),
    message: z.string(),
    description: z.string(),
  });
}
const X_CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{1,256}$/;

/** Registers `POST /messages`, `/top-ups` and `/events`; give it the prefix `/carrier`. */
export async function inboundRoutes(app: FastifyInstance, options: InboundOptions): Promise<void> {
  const underway = new Map<string, Promise<void>>();

  /**
   * Runs the work once for a key; a duplicate that arrives meanwhile waits for it and shares its
   * fate.
   */
  async function once(key: string, work: () => Promise<void>): Promise<void> {
    const running = underway.get(key);
    if (running) return running;
    const started = (async () => {
      if (await options.seen(key)) return;
      await work();
      await options.remember(key);
    })().finally(() => underway.delete(key));
    underway.set(key, started);
    return started;
  }

  const parse = app.getDefaultJsonParser('remove', 'remove');
  /** JSON in which a person's line break or NUL may be unescaped: each is read as a space. */
  const parseSloppyJson: FastifyBodyParser<string> = (request, body, done) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant.
    parse(request, body.replaceAll(/[\0-\x1f]/g, ' '), done);

  // Whatever server they are registered with reads the schemas of their answers.
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseSloppyJson);
  app.addContentTypeParser(
    'application/cloudevents+json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.addHook('onRequest', async (request, reply) => {
    const correlator = request.headers['x-correlator'];
    if (typeof correlator === 'string' && X_CORRELATOR.test(correlator))
      reply.header('x-correlator', correlator);
  });
  app.setErrorHandler((error, _request, reply) => {
    const refusal = asRefusal(error);
    // What is not the sender's fault is the whole server's matter: its own handler logs and words
    // it.
    if (!refusal) throw error;
    return reply.code(refusal.status).send({ ...refusal, description: refusal.message });
  });

  const known = options.tokens.map(({ carrierId, token }) => ({
    carrierId,
    isToken: sameSecret(token),
  }));
  const carrierOf = (token: string): string | undefined =>
    known.find(({ isToken }) => isToken(token))?.carrierId;
  const fromCarrier = withBearer((token) => carrierOf(token) !== undefined);
  const fromSink = withBearer((token) => options.subjectOfEvent(token) !== undefined);
  /** The carrier that makes a request which `fromCarrier` has let in. */
  const speakerOf = (request: FastifyRequest): string => carrierOf(bearerOf(request) ?? '') ?? '';

  app.post(
    '/messages',
    {
      schema: {
        ...CARRIER_CALL,
        operationId: 'reportMessage',
        summary: 'A short message from a handset (the carrier tells us)',
        documentedBody: inboundMessage,
      },
      bodyLimit: MESSAGE_LIMIT,
      preParsing: fromCarrier,
    },
    async (request, reply) => {
      await options.onMessage(read(anyMessage, request.body), speakerOf(request));
      return reply.code(204).send();
    },
  );

  app.post(
    '/top-ups',
    {
      schema: {
        ...CARRIER_CALL,
        operationId: 'reportTopUp',
        summary: 'Airtime was put on a number (the carrier tells us)',
        documentedBody: topUp,
      },
      bodyLimit: BODY_LIMIT,
      preParsing: fromCarrier,
    },
    async (request, reply) => {
      const paid = read(topUp, request.body);
      const carrierId = speakerOf(request);
      // Carriers, and a carrier's systems for parts of its numbers, count on their own.
      await once(`top-up:${carrierId}:${options.markOf(paid.msisdn)}:${paid.id}`, () =>
        options.onTopUp(paid, carrierId),
      );
      return reply.code(204).send();
    },
  );

  app.post(
    '/events',
    {
      schema: {
        ...CARRIER_CALL,
        operationId: 'reportPaymentEvent',
        summary: 'What became of a payment: CloudEvents 1.0 (the carrier tells us)',
        documentedBody: paymentEvent,
      },
      bodyLimit: BODY_LIMIT,
      preParsing: fromSink,
    },
    async (request, reply) => {
      const unknown = unknownTypeOf(request.body);
      if (unknown !== undefined) {
        // A refusal would have the carrier send it again and again, or take the sink for broken.
        options.onUnknownEvent(unknown);
        return reply.code(204).send();
      }
      const event = read(paymentEvent, request.body);
      const token = bearerOf(request) ?? '';
      // An event is unique by source and id together (CloudEvents 1.0) at its carrier, to which
      // what it is about belongs.
      const subject = options.subjectOfEvent(token);
      await once(`event:${subject}:${event.source}:${event.id}`, () =>
        options.onPaymentEvent(event, token),
      );
      return reply.code(204).send();
    },
  );
}

interface Refusal {
  status: number;
  code: 'INVALID_ARGUMENT' | 'UNAUTHENTICATED';
  message: string;
}

class InboundError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function withBearer(isKnown: (token: string) => boolean) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const token = bearerOf(request);
    if (token !== undefined && isKnown(token)) return;
    throw new InboundError({
      status: 401,
      code: 'UNAUTHENTICATED',
      message: 'The bearer token is missing or not valid.',
    });
  };
}

/** Compares hashes, so that neither length nor content of the secret shows in the time taken. */
function sameSecret(secret: string): (candidate: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(secret);
  return (candidate) => timingSafeEqual(hash(candidate), expected);
}

function read<Out>(schema: ZodType<Out>, body: unknown): Out {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const where = [...new Set(problemsIn(result.error).map(({ field }) => field || 'body'))].join(
    ', ',
  );
  throw new InboundError({
    status: 400,
    code: 'INVALID_ARGUMENT',
    message: `Not of the agreed shape: ${where}.`,
  });
}

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof InboundError) return error.refusal;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 400 || status >= 500) return undefined;
  return {
    status,
    code: 'INVALID_ARGUMENT',
    message: 'The body must be JSON of the agreed kind and of modest size.',
  };
}
