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

/** The framework's door to the calls of the contract. */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  getList: (resource, params) => callsOf(resource).getList(params as never) as never,
  getOne: async (resource, { id, signal }) =>
    ({ data: await callsOf(resource).getOne(String(id), { signal }) }) as never,
  getMany: async (resource, { ids, signal }) =>
    ({
      data: await Promise.all(ids.map((id) => callsOf(resource).getOne(String(id), { signal }))),
    }) as never,
  getManyReference: (resource, { target, id, filter, ...params }) =>
    callsOf(resource).getList({ ...params, filter: { ...filter, [target]: id } } as never) as never,
  update: async (resource, { id, data, previousData }) =>
    ({
      data: await callsOf(resource).update(String(id), data as Row, previousData as Row),
    }) as never,
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) await callsOf(resource).update(String(id), data as Row, {} as Row);
    return { data: ids };
  },
  create: async (resource, { data }) =>
    ({ data: await callsOf(resource).create(data as Row) }) as never,
  delete: async (resource, { id, previousData }) => {
    await callsOf(resource).remove(String(id));
    return { data: previousData } as never;
  },
  deleteMany: async (resource, { ids }) => {
    for (const id of ids) await callsOf(resource).remove(String(id));
    return { data: ids };
  },
};
