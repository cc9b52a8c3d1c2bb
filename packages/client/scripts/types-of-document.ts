/** Writes TypeScript from an OpenAPI 3.1 document whose bodies, replies and errors have names. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly description?: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

interface Answer extends Content {
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly scheme?: string }>>;
  };
}

const JSON_TYPE = 'application/json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The module that names every schema and call of a document, and creates its client. */
export function moduleOf(document: Document): string {
  const { schemas, securitySchemes } = document.components;
  const bearer = new Set(
    Object.entries(securitySchemes).flatMap(([name, { scheme }]) =>
      scheme === 'bearer' ? [name] : [],
    ),
  );
  const calls = callsOf(document);
  return `import { type Bytes, type Client, type ClientOptions, createClientOf } from './client.js';

export type { Bytes, CallOptions, Client, ClientOptions } from './client.js';
export * from './errors.js';

/** The named schemas of the document. */
export interface Schemas {
${Object.entries(schemas)
  .map(([name, schema]) => `${commentOf(schema.description)}  ${keyOf(name)}: ${typeOf(schema)};`)
  .join('\n')}
}

/** What each call takes, answers and may be refused with. */
export interface Calls {
${calls.map((call) => typeOfCall(call, schemas)).join('\n')}
}

const ADDRESSES = {
${calls.map((call) => addressOf(call, bearer)).join('\n')}
} as const;

/** Creates a client of every call, by its \`operationId\`. */
export function createClient(options: ClientOptions): Client<Calls> {
  return createClientOf<Calls>(ADDRESSES, options);
}
`;
}

interface NamedCall {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/**
 * The calls that answer with JSON or with nothing. A file is not for this client, and neither is a
 * protocol that answers in headers (resumable uploads): it has clients of its own.
 */
function callsOf({ paths }: Document): NamedCall[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Operation | undefined;
      if (!operation) return [];
      const answersOk = operation.responses['200'];
      const isFile = answersOk && !answersOk.content?.[JSON_TYPE];
      const isProtocol = successesOf(operation).some(({ headers }) => headers !== undefined);
      return isFile || isProtocol ? [] : [{ path, method, operation }];
    }),
  );
}

function successesOf({ responses }: Operation): Answer[] {
  return Object.entries(responses).flatMap(([status, answer]) =>
    Number(status) < 400 ? [answer] : [],
  );
}

/** The media types of a body that is sent as it is; none for JSON. */
function bytesOf({ requestBody }: Operation): string[] {
  const types = Object.keys(requestBody?.content ?? {});
  return types.includes(JSON_TYPE) ? [] : types;
}

function typeOfCall({ operation }: NamedCall, schemas: Document['components']['schemas']): string {
  const { operationId, summary, parameters = [], requestBody } = operation;
  const body = requestBody?.content?.[JSON_TYPE]?.schema;
  const given = [
    placeOf('params', parameters, 'path'),
    placeOf('query', parameters, 'query'),
    body ? `body${takesNothing(body, schemas) ? '?' : ''}: ${typeOf(body)};` : '',
    bytesOf(operation).length > 0 ? 'body: Bytes;' : '',
  ].filter((text) => text !== '');
  const replies = successesOf(operation).map((answer) => {
    const schema = answer.content?.[JSON_TYPE]?.schema;
    return schema ? typeOf(schema) : 'undefined';
  });
  return `${commentOf(summary)}  ${operationId}: {
    input: {${given.length > 0 ? ` ${given.join(' ')} ` : ''}};
    reply: ${[...new Set(replies)].join(' | ') || 'undefined'};
  };`;
}

/** The parameters of one place; `''` where there is none. */
function placeOf(name: string, parameters: readonly Parameter[], place: string): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return '';
  const fields = own.map(
    (one) => `${keyOf(one.name)}${one.required ? '' : '?'}: ${typeOf(one.schema ?? {})};`,
  );
  return `${name}${own.some(({ required }) => required) ? '' : '?'}: { ${fields.join(' ')} };`;
}

/** Whether a body may be left out: an object of which no field is required. */
function takesNothing(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  const named = schema.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : schema;
  return (named.required ?? []).length === 0 && !named.anyOf && !named.oneOf && !named.allOf;
}

function addressOf({ path, method, operation }: NamedCall, bearer: ReadonlySet<string>): string {
  const takesToken = (operation.security ?? []).some((way) =>
    Object.keys(way).some((name) => bearer.has(name)),
  );
  const bytes = bytesOf(operation);
  const auth = takesToken ? 'bearer' : '';
  const more = bytes.length > 0 ? [auth, bytes] : [auth].filter((text) => text !== '');
  const parts = [method.toUpperCase(), path, ...more];
  return `  ${operation.operationId}: ${JSON.stringify(parts)},`;
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function commentOf(text: string | undefined): string {
  return text ? `  /** ${text.replaceAll('*/', '*\\/')} */\n` : '';
}

/** The TypeScript type of a schema. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return `Schemas[${JSON.stringify(nameOf(schema.$ref))}]`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(typeOf));
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'unknown' : union(types.map((type) => simpleType(type, schema)));
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  return all.length === 1 ? (all[0] ?? 'unknown') : all.map((type) => `(${type})`).join(' | ');
}

function simpleType(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return arrayType(schema);
    case 'object':
      return objectType(schema);
    default:
      return type;
  }
}

function arrayType({ items, prefixItems }: JsonSchema): string {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
  return `(${items && typeof items === 'object' ? typeOf(items) : 'unknown'})[]`;
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`,
  );
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  const isRecord = fields.length === 0 && typeof additionalProperties === 'object';
  const more = isRecord ? typeOf(additionalProperties) : 'unknown';
  return `{ ${[...fields, ...(isOpen ? [`[more: string]: ${more};`] : [])].join(' ')} }`;
}
