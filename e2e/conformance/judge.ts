/** Validates recorded exchanges against the published definitions. */
import { type Document, OpenAPIValidator, SetMatchType } from 'openapi-backend';
import type { Exchange, Judge } from './judgement.ts';
import {
  asObject,
  at,
  type Json,
  type JsonObject,
  operationsOf,
  readDefinition,
} from './openapi-document.ts';
import { isErrorInfo, notJson, outcomeOf, parsed, X_CORRELATOR } from './plain-judge.ts';

const RFC3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
/**
 * The simulator's only deviation, allowed by interfaces 'The simulated carrier': in demo mode a
 * sink may be plain http on this machine.
 */
const LOCAL_SINK = /^http:\/\/(localhost|127\.0\.0\.1)(?=[:/])/;

/**
 * Creates the judge of one API from its definition file; `basePath` such as
 * `/carrier-billing/v0.5`.
 */
export function createJudge(file: string, basePath: string): Judge {
  const definition = readDefinition(file);
  const operations = operationsOf(definition);
  // The definitions are OpenAPI 3.0 documents; the library passes their additional JSON schema on.
  const document = definition as unknown as Document;
  const validator = new OpenAPIValidator({
    definition: document,
    ajvOpts: { allErrors: true, strict: false, multipleOfPrecision: 6 },
    customizeAjv: (ajv) => {
      ajv.addFormat('date-time', (text) => RFC3339.test(text) && !Number.isNaN(Date.parse(text)));
      ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
      ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
      ajv.addFormat('uri', (text) => URL.canParse(text));
      ajv.addFormat('uri-reference', (text) => URL.canParse(text, 'https://example.org/'));
      return ajv;
    },
  });
  const operationOf = (id: string) => asObject(operations.find((each) => each.operationId === id));

  return {
    operations,

    judge(exchange) {
      if (!exchange.path.startsWith(`${basePath}/`)) return undefined;
      const [path = '', search = ''] = exchange.path.slice(basePath.length).split('?');
      const request = {
        method: exchange.method,
        path,
        query: queryOf(search),
        headers: exchange.requestHeaders,
        body: parsed(
          exchange.requestBody.replace(
            /"sink":"[^"]*"/,
            (sink) => `"sink":"${sink.slice(8, -1).replace(LOCAL_SINK, 'https://$1')}"`,
          ),
        ),
      };
      const id = validator.router.matchOperation(request)?.operationId;
      if (id === undefined) return undefined;
      const problems: string[] = [];
      if (!exchange.broken) {
        problems.push(...told('request', validator.validateRequest(request, id).errors));
        problems.push(
          ...undocumented(requestSchema(operationOf(id)), request.body ?? {}, 'request'),
        );
        if (exchange.requestBody !== '')
          problems.push(...notJson('request', exchange.requestHeaders));
      }
      problems.push(...judgeReply(id, exchange));
      return { operation: id, outcome: outcomeOf(exchange), problems };
    },

    judgeEvent(id, contentType, body) {
      const request = {
        method: 'post',
        path: `/~sink/${id}`,
        headers: { 'content-type': 'application/json' },
        query: {},
        body: parsed(body),
      };
      const problems = told('event', validator.validateRequest(request, id).errors);
      problems.push(...undocumented(requestSchema(operationOf(id)), request.body ?? {}, 'event'));
      return contentType === 'application/cloudevents+json'
        ? problems
        : [...problems, `event: content type ${contentType}`];
    },
  };

  function judgeReply(id: string, exchange: Exchange): string[] {
    const { status, replyHeaders, replyBody } = exchange;
    const problems: string[] = [];
    const sent = exchange.requestHeaders['x-correlator'];
    if (sent !== undefined && X_CORRELATOR.test(sent) && replyHeaders['x-correlator'] !== sent)
      problems.push('reply: x-correlator is not echoed');
    const body = parsed(replyBody);
    // CAMARA does not document 5xx per operation, but fixes their shape.
    if (status >= 500)
      return [
        ...problems,
        ...(isErrorInfo(body, status) ? [] : ['reply: a 5xx that is no ErrorInfo']),
      ];
    const documented = at(operationOf(id).responses, String(status));
    if (documented === undefined) return [...problems, `reply: status ${status} is not documented`];
    const schema = at(documented, 'content', 'application/json', 'schema');
    if (schema === undefined) {
      if (replyBody !== '') problems.push(`reply: a ${status} has no body`);
    } else {
      problems.push(
        ...notJson('reply', replyHeaders),
        ...told('reply', validator.validateResponse(body, id, status).errors),
      );
      problems.push(...undocumented(schema, body ?? null, 'reply'));
      if (status >= 400 && at(body, 'status') !== status)
        problems.push(`reply: the body's status is not ${status}`);
    }
    const headers = typedHeaders(asObject(at(documented, 'headers') ?? {}), replyHeaders);
    const match = { statusCode: status, setMatchType: SetMatchType.Superset };
    problems.push(
      ...told('reply headers', validator.validateResponseHeaders(headers, id, match).errors),
    );
    return problems;
  }
}

function queryOf(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const [first = '', ...more] = parameters.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

function told(
  where: string,
  errors: ReturnType<OpenAPIValidator['validateRequest']>['errors'],
): string[] {
  return (errors ?? []).map(
    (error) => `${where}${error.instancePath}: ${error.message} ${JSON.stringify(error.params)}`,
  );
}

/** Header values are text; documented integers must look like integers. */
function typedHeaders(
  documented: JsonObject,
  headers: Record<string, string>,
): Record<string, string | number> {
  const whole = new Set(
    Object.keys(documented)
      .filter((name) => at(documented[name], 'schema', 'type') === 'integer')
      .map((name) => name.toLowerCase()),
  );
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      whole.has(name) && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}

function requestSchema(operation: JsonObject): Json {
  return at(operation, 'requestBody', 'content', 'application/json', 'schema') ?? {};
}

/** Fields that no schema names: OpenAPI allows them, but here they are misspelt or invented. */
function undocumented(schema: Json, value: Json, path: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) =>
      itemSchemas(schema).flatMap((item) => undocumented(item, each, `${path}/${index}`)),
    );
  if (value === null || typeof value !== 'object') return [];
  const known = propertySchemas(schema);
  if (known.size === 0) return [];
  return Object.entries(value).flatMap(([name, inside]) => {
    const schemas = known.get(name);
    return schemas === undefined
      ? [`${path}/${name}: not documented`]
      : undocumented({ allOf: schemas }, inside, `${path}/${name}`);
  });
}

function propertySchemas(schema: Json): Map<string, Json[]> {
  const all = new Map<string, Json[]>();
  for (const part of flattened(schema)) {
    for (const [name, property] of Object.entries(asObject(at(part, 'properties') ?? {})))
      all.set(name, [...(all.get(name) ?? []), property]);
  }
  return all;
}

function itemSchemas(schema: Json): Json[] {
  return flattened(schema).flatMap((part) => at(part, 'items') ?? []);
}

/** A schema with all schemas that it includes, under any condition. */
function flattened(schema: Json): Json[] {
  const parts = at(schema, 'allOf');
  const then = at(schema, 'then');
  return [
    schema,
    ...(Array.isArray(parts) ? parts.flatMap(flattened) : []),
    ...(then === undefined ? [] : flattened(then)),
  ];
}
