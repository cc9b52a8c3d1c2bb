import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Due } from '../camara/due.ts';
import type { HandsetMessages } from '../messages/handset-messages.ts';
import type { OperatorTokens } from '../oauth/operator-tokens.ts';
import type { Clock } from '../store/clock.ts';
import type { Handset, HandsetChange, HandsetsRepository } from '../store/handsets.repository.ts';
import type { MessagesRepository } from '../store/messages.repository.ts';
import { randFromCents } from '../store/money.ts';
import type { Live } from './live.ts';
import { SimError } from './sim.plugin.ts';
import {
  consentBody,
  handsetBody,
  handsetParams,
  messageBody,
  messagesQuery,
  topUpBody,
} from './sim.schemas.ts';
import type { SubscriberConsents } from './subscriber-consents.ts';

/** So many messages of a handset are shown at most. */
const MESSAGES_SHOWN = 200;

interface Deps {
  handsets: HandsetsRepository;
  messages: MessagesRepository;
  handsetMessages: HandsetMessages;
  consents: SubscriberConsents;
  operatorTokens: OperatorTokens;
  due: Due;
  clock: Clock;
  live: Live;
}

/** `/sim/handsets/{msisdn}`: what a handset has, what it says and what happens to it. */
export function registerHandsetRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { handsets, handsetMessages, consents, due, live } = deps;
  const shownWith = (handset: Handset) => shown(handset, consents.isWithdrawn(handset.msisdn));

  routes.get('/sim/handsets/:msisdn', { schema: { params: handsetParams } }, async ({ params }) => {
    due.fallDue();
    return shownWith(handsets.find(params.msisdn));
  });

  routes.put(
    '/sim/handsets/:msisdn',
    { schema: { params: handsetParams, body: handsetBody } },
    async ({ params, body }) => {
      refuseWhatCannotChange(handsets.find(params.msisdn), body);
      if (body.consent !== undefined) consents.decide(params.msisdn, { granted: body.consent });
      return shownWith(handsetMessages.change(params.msisdn, changeOf(body)));
    },
  );

  routes.post(
    '/sim/handsets/:msisdn/recycle',
    { schema: { params: handsetParams } },
    async ({ params }) => {
      const handset = handsets.recycle(params.msisdn, deps.clock.now());
      consents.forget(params.msisdn);
      live.tell('handset', params.msisdn);
      live.tell('messages', params.msisdn);
      return shownWith(handset);
    },
  );

  routes.post(
    '/sim/handsets/:msisdn/top-ups',
    { schema: { params: handsetParams, body: topUpBody } },
    async ({ params, body }, reply) => {
      const topUp = handsetMessages.topUp(params.msisdn, body.amount);
      reply.code(201);
      return { ...topUp, airtime: randFromCents(handsets.find(params.msisdn).airtimeCents) };
    },
  );

  registerMessages(app, deps);
  registerIdentity(app, deps);
  routes.get(
    '/sim/handsets/:msisdn/events',
    { schema: { params: handsetParams } },
    ({ params }, reply) => {
      reply.hijack();
      live.follow(params.msisdn, reply.raw);
    },
  );
}

/**
 * What the carrier's authorization server asks of a handset: what its owner consents to, and
 * temporary tokens of its SIM.
 */
function registerIdentity(app: FastifyInstance, { consents, operatorTokens }: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/sim/handsets/:msisdn/consents',
    { schema: { params: handsetParams } },
    async ({ params }) => consents.shown(params.msisdn),
  );
  routes.put(
    '/sim/handsets/:msisdn/consents',
    { schema: { params: handsetParams, body: consentBody } },
    async ({ params, body }) => {
      consents.decide(params.msisdn, {
        granted: body.granted,
        purpose: body.purpose,
        clientId: body.client_id,
      });
      return consents.shown(params.msisdn);
    },
  );
  routes.post(
    '/sim/handsets/:msisdn/operator-tokens',
    { schema: { params: handsetParams } },
    async ({ params }, reply) => {
      reply.code(201);
      return operatorTokens.issue(params.msisdn);
    },
  );
}

function registerMessages(app: FastifyInstance, { messages, handsetMessages }: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/sim/handsets/:msisdn/messages',
    { schema: { params: handsetParams, querystring: messagesQuery } },
    async ({ params, query }) =>
      messages
        .ofHandset(params.msisdn, { sent: query.sent, limit: MESSAGES_SHOWN })
        .map((message) => ({
          id: message.id,
          at: message.at.toISOString(),
          from: message.direction === 'received' ? message.peer : params.msisdn,
          text: message.text,
          ...(message.direction === 'sent' && { sent: true, taken: message.taken }),
        })),
  );
  routes.post(
    '/sim/handsets/:msisdn/messages',
    { schema: { params: handsetParams, body: messageBody } },
    async ({ params, body }, reply) => {
      const { outcome, message } = await handsetMessages.send(params.msisdn, body.text);
      if (outcome !== 'taken')
        throw new SimError(502, REFUSED[outcome].code, REFUSED[outcome].description);
      reply.code(201);
      return { id: message.id, at: message.at.toISOString(), text: message.text };
    },
  );
}

const REFUSED = {
  not_taken: { code: 'MESSAGE_NOT_TAKEN', description: 'The service did not take the message.' },
  not_reached: { code: 'SERVICE_NOT_REACHED', description: 'The service could not be reached.' },
  not_configured: {
    code: 'SERVICE_NOT_CONFIGURED',
    description: 'The carrier knows no address of the service.',
  },
} as const;

/** The special conditions of a handset are shown only while they are set. */
function shown(handset: Handset, consentWithdrawn: boolean) {
  return {
    msisdn: handset.msisdn,
    airtime: randFromCents(handset.airtimeCents),
    content_blocked: handset.contentBlocked,
    ...(handset.spendLimitCents !== null && {
      spend_limit: randFromCents(handset.spendLimitCents),
    }),
    ...(!handset.onNetwork && { on_network: false }),
    ...(handset.billingBlocked && { billing_blocked: true }),
    ...(handset.smsBarred && { sms_barred: true }),
    ...(handset.machineLine && { machine_line: true }),
    ...(consentWithdrawn && { consent: false }),
    ...(handset.paymentValidation && { payment_validation: true }),
    ...((handset.age ?? 0) < 18 && { age: handset.age }),
    ...(handset.recycledAt !== null && { recycled_at: handset.recycledAt.toISOString() }),
  };
}

/**
 * What a handset shows may be put back as it is; its number and when it went to its owner cannot be
 * changed.
 */
function refuseWhatCannotChange(
  { msisdn, recycledAt }: Handset,
  body: z.output<typeof handsetBody>,
): void {
  if (body.msisdn !== undefined && body.msisdn !== msisdn)
    throw new SimError(400, 'INVALID_ARGUMENT', 'msisdn: a handset cannot change its number.');
  if (body.recycled_at !== undefined && body.recycled_at.getTime() !== recycledAt?.getTime())
    throw new SimError(
      400,
      'INVALID_ARGUMENT',
      'recycled_at: it is set by giving the number to somebody else (POST …/recycle).',
    );
}

function changeOf(body: z.output<typeof handsetBody>): HandsetChange {
  const change: Record<keyof HandsetChange, HandsetChange[keyof HandsetChange]> = {
    airtimeCents: body.airtime,
    contentBlocked: body.content_blocked,
    spendLimitCents: body.spend_limit,
    onNetwork: body.on_network,
    billingBlocked: body.billing_blocked,
    paymentValidation: body.payment_validation,
    smsBarred: body.sms_barred,
    machineLine: body.machine_line,
    age: body.age,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
