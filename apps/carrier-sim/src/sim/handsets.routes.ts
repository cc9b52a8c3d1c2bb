import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { SimulatedCarrier } from '../carriers/carrier.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { Clock } from '../store/clock.ts';
import type { Handset, HandsetChange } from '../store/handsets.repository.ts';
import type { Message } from '../store/messages.repository.ts';
import { randFromCents } from '../store/money.ts';
import type { Live } from './live.ts';
import { SimError, unknownCarrier } from './sim.plugin.ts';
import {
  consentBody,
  handsetBody,
  handsetParams,
  messageBody,
  messagesQuery,
  topUpBody,
} from './sim.schemas.ts';

/** The longest text of a handset with each character as an escape. */
const LONGEST_BODY = 256 * 1024;
/** The maximum number of shown messages of a handset. */
const MESSAGES_SHOWN = 200;

interface Deps {
  carriers: Carriers;
  clock: Clock;
  live: Live;
}

/**
 * `/sim/handsets/{msisdn}`: state, messages and events of a handset. Each address concerns the line
 * of the number at its present carrier; messages stay in the handset when the number moves.
 */
export function registerHandsetRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { carriers, live } = deps;

  function shownOf(msisdn: string) {
    const carrier = carriers.of(msisdn);
    return shown(carrier.handsets.find(msisdn), {
      consentWithdrawn: carrier.consents.isWithdrawn(msisdn),
      carrier: carrier === carriers.all[0] ? undefined : carrier.profile.id,
    });
  }

  routes.get('/sim/handsets/:msisdn', { schema: { params: handsetParams } }, async ({ params }) => {
    carriers.fallDue();
    return shownOf(params.msisdn);
  });

  routes.put(
    '/sim/handsets/:msisdn',
    { schema: { params: handsetParams, body: handsetBody } },
    async ({ params: { msisdn }, body }) => {
      const carrier = wantedCarrier(carriers, msisdn, body.carrier);
      refuseWhatCannotChange(carrier.handsets.find(msisdn), body);
      if (body.carrier !== undefined) carriers.port(msisdn, body.carrier);
      if (body.consent !== undefined) carrier.consents.decide(msisdn, { granted: body.consent });
      carrier.handsetMessages.change(msisdn, changeOf(body));
      return shownOf(msisdn);
    },
  );

  routes.post(
    '/sim/handsets/:msisdn/recycle',
    { schema: { params: handsetParams } },
    async ({ params: { msisdn } }) => {
      for (const { handsets, consents } of carriers.all) {
        handsets.recycle(msisdn, deps.clock.now());
        consents.forget(msisdn);
      }
      live.tell('handset', msisdn);
      live.tell('messages', msisdn);
      return shownOf(msisdn);
    },
  );

  routes.post(
    '/sim/handsets/:msisdn/top-ups',
    { schema: { params: handsetParams, body: topUpBody } },
    async ({ params: { msisdn }, body }, reply) => {
      const { handsetMessages, handsets } = carriers.of(msisdn);
      const topUp = handsetMessages.topUp(msisdn, body.amount);
      reply.code(201);
      return { ...topUp, airtime: randFromCents(handsets.find(msisdn).airtimeCents) };
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
 * The authorization server's view of a handset: its owner's consents and the temporary tokens of
 * its SIM.
 */
function registerIdentity(app: FastifyInstance, { carriers }: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/sim/handsets/:msisdn/consents',
    { schema: { params: handsetParams } },
    async ({ params: { msisdn } }) => carriers.of(msisdn).consents.shown(msisdn),
  );
  routes.put(
    '/sim/handsets/:msisdn/consents',
    { schema: { params: handsetParams, body: consentBody } },
    async ({ params: { msisdn }, body }) => {
      const { consents } = carriers.of(msisdn);
      consents.decide(msisdn, {
        granted: body.granted,
        purpose: body.purpose,
        clientId: body.client_id,
      });
      return consents.shown(msisdn);
    },
  );
  routes.post(
    '/sim/handsets/:msisdn/operator-tokens',
    { schema: { params: handsetParams } },
    async ({ params: { msisdn } }, reply) => {
      reply.code(201);
      return carriers.of(msisdn).operatorTokens.issue(msisdn);
    },
  );
}

function registerMessages(app: FastifyInstance, { carriers }: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/sim/handsets/:msisdn/messages',
    { schema: { params: handsetParams, querystring: messagesQuery } },
    async ({ params: { msisdn }, query }) =>
      messagesIn(carriers, msisdn, query.sent).map((message) => ({
        id: message.id,
        at: message.at.toISOString(),
        from: message.direction === 'received' ? message.peer : msisdn,
        text: message.text,
        ...(message.direction === 'sent' && { sent: true, taken: message.taken }),
      })),
  );
  routes.post(
    '/sim/handsets/:msisdn/messages',
    {
      schema: { params: handsetParams, body: messageBody },
      bodyLimit: LONGEST_BODY,
      config: { takesNul: true },
    },
    async ({ params: { msisdn }, body }, reply) => {
      const { outcome, message } = await carriers
        .of(msisdn)
        .handsetMessages.send(msisdn, body.text);
      if (outcome !== 'taken')
        throw new SimError(502, REFUSED[outcome].code, REFUSED[outcome].description);
      reply.code(201);
      return { id: message.id, at: message.at.toISOString(), text: body.text };
    },
  );
}

/** The messages in a handset, newest first, whichever carrier delivered them. */
function messagesIn({ all }: Carriers, msisdn: string, sent: boolean): Message[] {
  const lists = all.map(({ messages }) =>
    messages.ofHandset(msisdn, { sent, limit: MESSAGES_SHOWN }),
  );
  const [only, ...more] = lists.filter((list) => list.length > 0);
  if (more.length === 0) return only ?? [];
  return lists
    .flat()
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MESSAGES_SHOWN);
}

/**
 * The requested carrier of a number.
 * @throws SimError for a carrier that is not simulated.
 */
function wantedCarrier(
  carriers: Carriers,
  msisdn: string,
  wanted: string | undefined,
): SimulatedCarrier {
  const carrier = wanted === undefined ? carriers.of(msisdn) : carriers.byId(wanted);
  if (!carrier) throw unknownCarrier(carriers);
  return carrier;
}

const REFUSED = {
  not_taken: { code: 'MESSAGE_NOT_TAKEN', description: 'The service did not take the message.' },
  not_reached: { code: 'SERVICE_NOT_REACHED', description: 'The service could not be reached.' },
  not_configured: {
    code: 'SERVICE_NOT_CONFIGURED',
    description: 'The carrier knows no address of the service.',
  },
} as const;

/**
 * Shows special conditions of a handset only while they are set, and its carrier only when it is
 * not the first.
 */
function shown(
  handset: Handset,
  { consentWithdrawn, carrier }: { consentWithdrawn: boolean; carrier: string | undefined },
) {
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
    ...(carrier !== undefined && { carrier }),
  };
}

/**
 * The shown state of a handset may be written back; its number and the time of its transfer cannot
 * be changed.
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
