import { catalogueBatch } from '@bonisa/contract/studio/catalogue.calls';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueEntry, catalogueSaveEntry } from '@bonisa/contract/studio/editing.calls';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { defineResource } from '../calls/data-provider.ts';
import { studio } from '../calls/studio.ts';
import { NO_VERSION } from './new-key.ts';

export type ListedEntry = StudioReplyOf<typeof catalogueList>['data'][number];

/** The name of a kind among the framework's resources. */
export const resourceOf = (kind: EntryKind): string => `catalogue/${kind}`;

for (const kind of ENTRY_KINDS)
  defineResource(resourceOf(kind), {
    async getList({ pagination, sort, filter, signal }) {
      const query = {
        ...filter,
        sort: sort?.field as 'title',
        order: sort?.order === 'DESC' ? ('desc' as const) : ('asc' as const),
        page: pagination?.page ?? 1,
        limit: pagination?.perPage ?? 50,
      };
      const { data, total } = await studio.call(
        catalogueList,
        { params: { kind }, query },
        { signal },
      );
      return { data: data.map((entry) => ({ ...entry, id: entry.key })), total };
    },
    async getOne(key, options) {
      const entry = await studio.call(catalogueEntry, { params: { kind, key } }, options);
      return { ...entry, id: entry.key };
    },
    async update(key, { fields, version }) {
      const input = { params: { kind, key }, body: { fields, version } };
      const entry = await studio.call(catalogueSaveEntry, input);
      return { ...entry, id: entry.key };
    },
    async create({ id: key, fields }) {
      const input = { params: { kind, key }, body: { fields, version: NO_VERSION } };
      const entry = await studio.call(catalogueSaveEntry, input);
      return { ...entry, id: entry.key };
    },
    async remove(key) {
      const rows = [{ kind, key, delete: true, withContents: true }];
      await studio.call(catalogueBatch, { body: { rows } });
    },
  });
