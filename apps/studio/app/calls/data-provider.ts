import type { DataProvider, GetListParams, GetListResult, RaRecord } from 'ra-core';

/**
 * How the framework's lists and forms reach the calls: a part of a resource that is missing is not
 * offered by any screen.
 */
export interface ResourceCalls {
  readonly getList: (params: GetListParams & { signal?: AbortSignal }) => Promise<GetListResult>;
  readonly getOne: (id: string, options: { signal?: AbortSignal | undefined }) => Promise<Row>;
  readonly update: (id: string, changes: Row, before: Row) => Promise<Row>;
  readonly create: (fields: Row) => Promise<Row>;
  readonly remove: (id: string) => Promise<void>;
}

/** A record of the framework, by its key. */
export type Row = RaRecord<string>;

/** The framework's provider, for rows alone. */
type RowProvider = {
  [Call in keyof DataProvider]: DataProvider[Call] extends (...args: infer Args) => unknown
    ? (...args: Args) => unknown
    : DataProvider[Call];
};

const RESOURCES = new Map<string, ResourceCalls>();

/** Makes a resource known to the framework. Call it where the area's screens are defined. */
export function defineResource(name: string, calls: ResourceCalls): void {
  RESOURCES.set(name, calls);
}

function callsOf(resource: string): ResourceCalls {
  const calls = RESOURCES.get(resource);
  if (!calls) throw new Error(`there is no resource ${resource}`);
  return calls;
}

/**
 * The framework's door to the calls of the contract. It asks for records of any type; all of ours
 * are rows.
 */
export const dataProvider = {
  supportAbortSignal: true,
  getList: (resource, params) => callsOf(resource).getList(params),
  getOne: async (resource, { id, signal }) => {
    return { data: await callsOf(resource).getOne(String(id), { signal }) };
  },
  getMany: async (resource, { ids, signal }) => {
    const { getOne } = callsOf(resource);
    return { data: await Promise.all(ids.map((id) => getOne(String(id), { signal }))) };
  },
  getManyReference: (resource, { target, id, filter, ...params }) =>
    callsOf(resource).getList({ ...params, filter: { ...filter, [target]: id } }),
  update: async (resource, { id, data, previousData }) => {
    return { data: await callsOf(resource).update(String(id), data as Row, previousData as Row) };
  },
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) await callsOf(resource).update(String(id), data as Row, {} as Row);
    return { data: ids };
  },
  create: async (resource, { data }) => {
    return { data: await callsOf(resource).create(data as Row) };
  },
  delete: async (resource, { id, previousData }) => {
    await callsOf(resource).remove(String(id));
    return { data: previousData };
  },
  deleteMany: async (resource, { ids }) => {
    for (const id of ids) await callsOf(resource).remove(String(id));
    return { data: ids };
  },
} satisfies RowProvider as DataProvider;
