import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNotFound } from '../camara/camara.plugin.ts';
import type { Carriers } from '../carriers/carriers.ts';

const NOT_FOUND = { code: 'NOT_FOUND', description: 'There is nothing at this address.' };

/** A refusal of the simulator's own addresses: `{code, description}`. */
export class SimError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, description: string) {
    super(description);
    this.status = status;
    this.code = code;
  }
}

/** @returns the refusal of an unknown carrier, which names the simulated ones. */
export function unknownCarrier({ all }: Carriers): SimError {
  const ids = all.map(({ profile }) => profile.id).join(', ');
  return new SimError(400, 'INVALID_ARGUMENT', `carrier: must be one of ${ids}.`);
}

/**
 * Guards the addresses for people and tests, which are no part of a carrier's API. They are for
 * this machine only, so pages of other sites (a foreign Origin, or a foreign name that points here)
 * are refused.
 * @param hostnames the allowed names of the simulator.
 */
export function guardSimulator(scope: FastifyInstance, hostnames: ReadonlySet<string>): void {
  scope.addHook('onRequest', async (request) => {
    if (!hostnames.has(hostnameOf(request.headers.host)))
      throw new SimError(421, 'FOREIGN_HOST', 'The simulator answers on this machine only.');
    const { origin } = request.headers;
    if (
      origin !== undefined &&
      (!URL.canParse(origin) || new URL(origin).host !== request.headers.host)
    )
      throw new SimError(
        403,
        'FOREIGN_ORIGIN',
        'The simulator takes nothing from pages of other sites.',
      );
  });
  scope.setErrorHandler(answerError);
  // An address outside the simulator's own ones is meant for an API, offered or not.
  scope.setNotFoundHandler((request, reply) =>
    /^\/(sim|test)(\/|$)/.test(request.url)
      ? reply.code(404).send(NOT_FOUND)
      : answerNotFound(request, reply),
  );
}

function hostnameOf(host: string | undefined): string {
  const url = `http://${host ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, code, description } = refusalOf(error);
  if (status === 500)
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  return reply.code(status).send({ code, description });
}

function refusalOf(error: unknown): { status: number; code: string; description: string } {
  if (error instanceof SimError)
    return { status: error.status, code: error.code, description: error.message };
  const { statusCode = 500, validation } = error as Partial<FastifyError>;
  const first = validation?.[0];
  if (first) {
    const field = first.instancePath.replace(/^\//, '').replaceAll('/', '.');
    const description = `${field || 'The request'}: ${first.message ?? 'not of the agreed shape'}`;
    return { status: 400, code: 'INVALID_ARGUMENT', description };
  }
  if (statusCode === 413)
    return { status: 413, code: 'PAYLOAD_TOO_LARGE', description: 'The request is too large.' };
  if (statusCode < 500)
    return { status: 400, code: 'INVALID_ARGUMENT', description: 'The body must be JSON.' };
  return { status: 500, code: 'INTERNAL', description: 'The simulator has failed.' };
}
