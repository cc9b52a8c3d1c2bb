import { type ErrorCode, HTTP_STATUS } from '@bonisa/contract/errors';

/** A value of the document: the parts that are read here, and whatever else it holds. */
type Schema = Record<string, unknown>;

interface Content {
  readonly content?: Record<string, { schema?: Schema }>;
}

interface Answer extends Content {
  readonly description?: string;
}

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: Content;
  readonly responses?: Record<string, Answer>;
}

type PathItem = Record<string, unknown>;

export interface OpenApiDocument {
  readonly openapi?: string;
  readonly paths?: Record<string, PathItem>;
  readonly components?: Record<string, unknown> & { readonly schemas?: Record<string, Schema> };
  readonly [more: string]: unknown;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const SWAGGERS_WORDS = 'Default Response';
const SCHEMAS = '#/components/schemas/';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const refTo = (name: string): Schema => ({ $ref: `${SCHEMAS}${name}` });

/** `not_signed_in` -> `NotSignedIn`, `getViewer` -> `GetViewer`. */
function pascal(text: string): string {
  return text.replace(/(^|_)([a-z])/g, (_all, _before, letter: string) => letter.toUpperCase());
}

const errorName = (code: ErrorCode): string => `${pascal(code)}Error`;

/** Every operation of a document, in order, with its path. */
export function operationsOf(
  document: OpenApiDocument,
): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) =>
      item[method] ? [{ path, method, operation: item[method] as Operation }] : [],
    ),
  );
}

/**
 * Gives the parts of a document names that a generated client can use: the body and the reply of
 * each operation by its `operationId` (`CreateRefundRequest`, `CreateRefundReply`; the GET and the
 * POST of one address share a reply), every error by its code, and no component that nothing uses.
 */
export function nameSchemas(document: OpenApiDocument): OpenApiDocument {
  const named: Record<string, Schema> = { ...document.components?.schemas, ...errorSchemas() };
  const paths: Record<string, PathItem> = {};
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const replies = new Map<string, string>();
    const renamed: PathItem = { ...item };
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (operation) renamed[method] = nameOperation(operation, named, replies);
    }
    paths[path] = renamed;
  }
  const rest = { ...document, paths };
  const schemas = used({ ...rest, components: {} }, named);
  return withoutLoneChoices({ ...rest, components: { ...document.components, schemas } });
}

/** A choice of one schema is that schema: zod writes it where the other one is of inputs alone. */
function withoutLoneChoices<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withoutLoneChoices) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, value]) => [name, withoutLoneChoices(value)]);
  const { anyOf, ...rest } = Object.fromEntries(entries) as { anyOf?: readonly object[] };
  if (anyOf?.length === 1) return { ...rest, ...anyOf[0] } as Part;
  return (anyOf ? { ...rest, anyOf } : rest) as Part;
}

function nameOperation(
  operation: Operation,
  schemas: Record<string, Schema>,
  replies: Map<string, string>,
): Operation {
  const { operationId, requestBody, responses = {} } = operation;
  if (!operationId) return operation;
  const name = (suffix: string) => (schema: Schema) => {
    const component = `${pascal(operationId)}${suffix}`;
    schemas[component] = schema;
    return component;
  };
  const nameReply = (schema: Schema): string => {
    const text = JSON.stringify(schema);
    const component = replies.get(text) ?? name('Reply')(schema);
    replies.set(text, component);
    return component;
  };
  return {
    ...operation,
    ...(requestBody ? { requestBody: withSchema(requestBody, name('Request')) } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [
          status,
          Number(status) < 400
            ? nameAnswer(answer, nameReply)
            : withErrors(answer, name(`Error${status}`)),
        ]),
      ),
      default: {
        description: 'Any other error',
        content: { [JSON_TYPE]: { schema: refTo('Error') } },
      },
    },
  };
}

function nameAnswer(answer: Answer, nameReply: (schema: Schema) => string): Answer {
  const namedAnswer = withSchema(answer, nameReply);
  return namedAnswer.description === SWAGGERS_WORDS
    ? { ...namedAnswer, description: 'Done' }
    : namedAnswer;
}

/** Moves a JSON schema that stands in place into a component, which a form of it shares. */
function withSchema<Part extends Content>(part: Part, nameOf: (schema: Schema) => string): Part {
  const json = part.content?.[JSON_TYPE];
  const form = part.content?.[FORM_TYPE];
  if (!json?.schema || '$ref' in json.schema) return part;
  const schema = refTo(nameOf(json.schema));
  return {
    ...part,
    content: {
      ...part.content,
      [JSON_TYPE]: { ...json, schema },
      ...(form ? { [FORM_TYPE]: { ...form, schema } } : {}),
    },
  };
}

/**
 * Names the errors of a status, which `errorResponses` lists in its schema; another schema is the
 * operation's own.
 */
function withErrors(answer: Answer, nameOwn: (schema: Schema) => string): Answer {
  const codes = answer.content?.[JSON_TYPE]?.schema?.['x-error-codes'] as ErrorCode[] | undefined;
  if (!codes) return withSchema(answer, nameOwn);
  const [first, ...more] = codes.map((code) => refTo(errorName(code)));
  const schema = more.length > 0 || !first ? { anyOf: [first, ...more] } : first;
  return { description: codes.join(', '), content: { [JSON_TYPE]: { schema } } };
}

function errorSchemas(): Record<string, Schema> {
  const codes = Object.keys(HTTP_STATUS) as ErrorCode[];
  const text = { type: 'string' };
  const error: Schema = {
    type: 'object',
    required: ['code', 'description'],
    properties: {
      code: { ...text, enum: codes, description: 'stable, for programs' },
      description: { ...text, description: 'for a person' },
      fields: {
        type: 'array',
        items: {
          type: 'object',
          required: ['field', 'problem'],
          properties: { field: text, problem: text },
        },
      },
      reason: {
        const: 'not_on_network',
        description: 'of invalid_msisdn: the number was read, and gets no code',
      },
      retry_after: { type: 'number', description: 'seconds before a retry is useful' },
      correlation_id: { ...text, description: 'names the request in our log' },
      error: { ...text, description: 'below /oauth: the code of RFC 6749 and RFC 8628' },
      error_description: { ...text, description: 'below /oauth: for a person' },
    },
  };
  return {
    Error: error,
    ...Object.fromEntries(
      codes.map((code) => [
        errorName(code),
        {
          allOf: [
            refTo('Error'),
            { type: 'object', required: ['code'], properties: { code: { const: code } } },
          ],
        },
      ]),
    ),
  };
}

/** The components that the document refers to, and those that they refer to, by name. */
function used(document: unknown, named: Record<string, Schema>): Record<string, Schema> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!found.has(name)) {
        found.add(name);
        visit(named[name] ?? {});
      }
  };
  visit(document);
  return Object.fromEntries([...found].sort().map((name) => [name, named[name] ?? {}]));
}
