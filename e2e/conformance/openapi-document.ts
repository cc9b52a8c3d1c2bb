/**
 * Reads a CAMARA definition (OpenAPI 3.0) and prepares it for strict validation by JSON schema:
 * resolves references, turns discriminators into conditions (a validator ignores them otherwise),
 * and turns callbacks to a sink into operations.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

const BASE = '~base';

/** Reads the definition in `file`. Throws if it is none. */
export function readDefinition(file: string): JsonObject {
  const raw = asObject(parse(readFileSync(file, 'utf8')));
  return liftCallbacks(resolved(withConditions(raw)));
}

export function asObject(value: Json | undefined): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new TypeError('not an object');
  return value;
}

/** `undefined` if the path leads nowhere. */
export function at(value: Json | undefined, ...path: string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inside, key) =>
      inside && typeof inside === 'object' && !Array.isArray(inside) ? inside[key] : undefined,
    value,
  );
}

/**
 * A reference to a schema with a discriminator means one of the mapped schemas, which themselves
 * extend the plain schema.
 */
function withConditions(document: JsonObject): JsonObject {
  const schemas = asObject(at(document, 'components', 'schemas'));
  const children = new Set<string>();
  const added: JsonObject = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const mapping = at(schema, 'discriminator', 'mapping');
    const property = at(schema, 'discriminator', 'propertyName');
    if (mapping === undefined || typeof property !== 'string') continue;
    const { discriminator: _gone, ...bare } = asObject(schema);
    added[`${name}${BASE}`] = bare;
    added[name] = conditional(name, property, asObject(mapping));
    for (const target of Object.values(asObject(mapping))) children.add(nameOf(String(target)));
  }
  const own = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      children.has(name) ? ontoBase(schema, Object.keys(added)) : schema,
    ]),
  );
  return {
    ...document,
    components: { ...asObject(document.components), schemas: { ...own, ...added } },
  };
}

function conditional(name: string, property: string, mapping: JsonObject): JsonObject {
  return {
    allOf: [
      { $ref: `#/components/schemas/${name}${BASE}` },
      { properties: { [property]: { enum: Object.keys(mapping) } } },
      ...Object.entries(mapping).map(
        ([value, target]): JsonObject => ({
          if: { required: [property], properties: { [property]: { enum: [value] } } },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema, in data that nobody awaits
          then: { $ref: target },
        }),
      ),
    ],
  };
}

function ontoBase(schema: Json, conditionals: string[]): Json {
  const inherited = at(schema, 'allOf');
  if (!Array.isArray(inherited)) return schema;
  return {
    ...asObject(schema),
    allOf: inherited.map((part) => {
      const name = nameOf(String(at(part, '$ref') ?? ''));
      return conditionals.includes(name) ? { $ref: `#/components/schemas/${name}${BASE}` } : part;
    }),
  };
}

function nameOf(reference: string): string {
  return reference.replace('#/components/schemas/', '');
}

function resolved(document: JsonObject): JsonObject {
  const known = new Map<string, Json>();
  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== 'object') return value;
    const reference = value.$ref;
    if (typeof reference === 'string') return follow(reference);
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, resolve(inside)]));
  };
  const follow = (reference: string): Json => {
    const before = known.get(reference);
    if (before !== undefined) return before;
    const target = at(document, ...reference.replace(/^#\//, '').split('/'));
    if (target === undefined) throw new Error(`${reference} leads nowhere`);
    const value = resolve(target);
    known.set(reference, value);
    return value;
  };
  return asObject(resolve(document));
}

/**
 * Every callback of an operation becomes `POST /~sink/{operationId}`; its events are JSON under
 * their own media type.
 */
function liftCallbacks(document: JsonObject): JsonObject {
  const lifted: JsonObject = {};
  for (const operation of operationsOf(document)) {
    for (const callback of Object.values(asObject(operation.callbacks ?? {}))) {
      for (const target of Object.values(asObject(callback))) {
        const post = asObject(at(target, 'post'));
        const schema = at(post, 'requestBody', 'content', 'application/cloudevents+json', 'schema');
        if (schema === undefined) throw new Error('a callback without a CloudEvent');
        lifted[`/~sink/${post.operationId}`] = {
          post: {
            ...post,
            requestBody: { required: true, content: { 'application/json': { schema } } },
          },
        };
      }
    }
  }
  return { ...document, paths: { ...asObject(document.paths), ...lifted } };
}

/** All operations, each with its `path` and `method`. */
export function operationsOf(document: JsonObject): JsonObject[] {
  return Object.entries(asObject(document.paths)).flatMap(([path, methods]) =>
    Object.entries(asObject(methods)).map(([method, operation]) => ({
      ...asObject(operation),
      path,
      method,
    })),
  );
}

/**
 * Every outcome that an operation names: `204`, or `403 PERMISSION_DENIED` where the status has
 * codes.
 */
export function namedOutcomes(operation: JsonObject): string[] {
  return Object.entries(asObject(operation.responses ?? {})).flatMap(([status, response]) => {
    const codes = codesIn(at(response, 'content', 'application/json', 'schema'));
    return codes.length === 0 ? [status] : codes.map((code) => `${status} ${code}`);
  });
}

function codesIn(schema: Json | undefined): string[] {
  const parts = at(schema, 'allOf');
  return (Array.isArray(parts) ? parts : []).flatMap((part) => {
    const codes = at(part, 'properties', 'code', 'enum');
    return Array.isArray(codes) ? codes.map(String) : [];
  });
}
