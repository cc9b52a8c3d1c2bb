/**
 * The checks for all CAMARA APIs that need no definition file: the operation, the shape of errors,
 * JSON in every body and no body where none belongs, the echoed correlation id, and the envelope of
 * events (CAMARA Commonalities, CloudEvents 1.0).
 */
import type { ApiFile } from './camara-files.ts';
import type { Exchange, Judge } from './judgement.ts';
import { at, type Json } from './openapi-document.ts';

export const X_CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{0,256}$/;
const WITHOUT_BODY = [202, 204];
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * Creates the judge of an API by the rules that all APIs have in common. It knows no operation's
 * outcomes.
 */
export function createPlainJudge({
  basePath,
  operations,
}: Pick<ApiFile, 'basePath' | 'operations'>): Judge {
  const known = Object.entries(operations).map(([route, id]) => ({
    id,
    matches: matcherOf(route),
  }));

  return {
    operations: [],

    judge(exchange) {
      if (!exchange.path.startsWith(`${basePath}/`)) return undefined;
      const [path = ''] = exchange.path.slice(basePath.length).split('?');
      const operation = known.find(({ matches }) => matches(exchange.method, path));
      if (operation === undefined) return undefined;
      return {
        operation: operation.id,
        outcome: outcomeOf(exchange),
        problems: [...ofRequest(exchange), ...ofReply(exchange)],
      };
    },

    judgeEvent(_operationId, contentType, body) {
      const event = parsed(body);
      const texts = ['id', 'source', 'type', 'time'].filter(
        (name) => typeof at(event, name) !== 'string',
      );
      return [
        ...(contentType === 'application/cloudevents+json'
          ? []
          : [`event: content type ${contentType}`]),
        ...texts.map((name) => `event/${name}: must be text`),
        ...(at(event, 'specversion') === '1.0' ? [] : ['event/specversion: must be 1.0']),
        ...(RFC3339.test(String(at(event, 'time'))) ? [] : ['event/time: must be a date-time']),
        ...(typeof at(event, 'data') === 'object' ? [] : ['event/data: must be an object']),
      ];
    },
  };
}

/**
 * `GET /payments/{}`: a method and a path, in which `{}` matches any one segment. A fixed segment
 * wins over `{}` by its earlier place in the list.
 */
function matcherOf(route: string): (method: string, path: string) => boolean {
  const [method, path = ''] = route.split(' ');
  const pattern = new RegExp(`^${path.replaceAll('{}', '[^/]+')}$`);
  return (given, at) => given === method && pattern.test(at);
}

function ofRequest(exchange: Exchange): string[] {
  if (exchange.broken || exchange.requestBody === '') return [];
  return [
    ...notJson('request', exchange.requestHeaders),
    ...(isObject(parsed(exchange.requestBody)) ? [] : ['request: no JSON object']),
  ];
}

function ofReply({ status, requestHeaders, replyHeaders, replyBody }: Exchange): string[] {
  const sent = requestHeaders['x-correlator'];
  const lost =
    sent !== undefined && X_CORRELATOR.test(sent) && replyHeaders['x-correlator'] !== sent;
  return [
    ...(lost ? ['reply: x-correlator is not echoed'] : []),
    ...ofBody(status, replyHeaders, replyBody),
  ];
}

function ofBody(status: number, headers: Record<string, string>, text: string): string[] {
  const body = parsed(text);
  if (status >= 400)
    return isErrorInfo(body, status)
      ? notJson('reply', headers)
      : [`reply: a ${status} that is no ErrorInfo`];
  if (WITHOUT_BODY.includes(status)) return text === '' ? [] : [`reply: a ${status} has no body`];
  return [
    ...notJson('reply', headers),
    ...(body !== null && typeof body === 'object' ? [] : ['reply: no JSON']),
  ];
}

/** As in `namedOutcomes`: a status, with the code of an error. */
export function outcomeOf(exchange: Exchange): string {
  const code = exchange.status >= 400 ? at(parsed(exchange.replyBody), 'code') : undefined;
  return code === undefined ? String(exchange.status) : `${exchange.status} ${code}`;
}

export function parsed(text: string): Json | undefined {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The content type and shape checks report a body that is not JSON.
    return text;
  }
}

export function notJson(where: string, headers: Record<string, string>): string[] {
  const type = headers['content-type'] ?? 'none';
  return /^application\/json(; ?charset=utf-8)?$/i.test(type)
    ? []
    : [`${where}: content type ${type}`];
}

export function isErrorInfo(body: Json | undefined, status: number): boolean {
  return (
    at(body, 'status') === status &&
    typeof at(body, 'code') === 'string' &&
    typeof at(body, 'message') === 'string'
  );
}

function isObject(body: Json | undefined): boolean {
  return body !== null && typeof body === 'object' && !Array.isArray(body);
}
