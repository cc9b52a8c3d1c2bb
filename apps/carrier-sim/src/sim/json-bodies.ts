import type { FastifyInstance } from 'fastify';

/** An escaped NUL in a JSON text (after an even number of backslashes). */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** A body that cannot be parsed. */
class UnreadableBody extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, description: string) {
    super(description);
    this.statusCode = statusCode;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may hold NUL characters. */
    takesNul?: boolean;
  }
}

/**
 * Parses JSON bodies. Refuses NUL characters, because databases truncate texts there, except for
 * routes that take them. Answers other types of bodies with 415.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (!request.routeOptions.config.takesNul && ESCAPED_NUL.test(text))
      return done(new UnreadableBody(400, 'The body holds a NUL character.'));
    return parse(request, text, done);
  });
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(new UnreadableBody(415, 'The body must be JSON.'));
  });
}
