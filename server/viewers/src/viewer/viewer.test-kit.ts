import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import {
  createTestCatalogue,
  fillWithShowAndLive,
  mediaReady,
  publishEntries,
} from '@bonisa/content/catalogue.test-kit';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import {
  createTestProduct,
  freshNumber,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import type { Named } from './viewer-catalogue.port.ts';

export type ProductWithCatalogue = Awaited<ReturnType<typeof createProductWithCatalogue>>;

export interface SignedInVisitor extends Visitor {
  readonly msisdn: string;
  readonly subscriberId: number;
}

/**
 * The product with the small catalogue of `catalogue.test-kit.ts`: three videos, a show of three
 * episodes, two channels.
 */
export async function createProductWithCatalogue(variables: Record<string, string> = {}) {
  const product = await createTestProduct({ LIMITS: 'off', ...variables });
  const { catalogue, editing } = await createTestCatalogue(product.open);
  await fillWithShowAndLive(editing);
  await mediaReady(catalogue);

  const idIn = async (table: string, slug: string): Promise<number> => {
    const [row] = await product.rows(`select id from ${table} where slug = '${slug}'`);
    if (!row) throw new Error(`no ${slug} in ${table}`);
    return Number(row.id);
  };

  return {
    ...product,
    catalogue,
    /** The request body that names an entry by its slug, as A4 and A5 accept it. */
    named: async (kind: Named['kind'], slug: string): Promise<Record<string, unknown>> => {
      if (kind === 'show') return { show: slug };
      const table = {
        video: 'titles',
        episode: 'episodes',
        channel: 'channels',
        category: 'categories',
      }[kind];
      return { [`${kind}_id`]: await idIn(table, slug) };
    },
    idIn,
    /** Deletes a video or a show with its contents, and undoes that, as an editor does. */
    deleteAndReturn: async (kind: 'video' | 'show', slug: string): Promise<void> => {
      const scopes: Scope[] = ['catalogue:read', 'catalogue:write', 'catalogue:publish'];
      const command = { command: 'key' as const, name: 'editor', scopes, days: 1 };
      const [key] = (await runStaffCommand(product.app.staff, command)).split('\n');
      const studio = await product.studio();
      const ask = async (path: string, payload: object): Promise<void> => {
        const { statusCode, body } = await studio.inject({
          ...{ method: 'POST', url: `/studio/api/catalogue/${path}`, payload },
          headers: { authorization: `Bearer ${key}` },
        });
        if (statusCode !== 200) throw new Error(body);
      };
      const name = { kind, key: slug };
      await ask('batch', { rows: [{ ...name, delete: true, withContents: true }] });
      await ask('deleted/restore', { ...name, state: 'as_it_was' });
      await catalogue.refresh();
    },
    /** Hides a video or a show, or shows it again. */
    hide: (kind: 'video' | 'show', slug: string, hidden = true) =>
      publishEntries(editing, [{ kind, key: slug, published: !hidden }]),
    /** A visitor who has just subscribed. */
    signedIn: async (msisdn = freshNumber()): Promise<SignedInVisitor> => {
      const visitor = product.visitor();
      const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
      if (body.status !== 'success') throw new Error(`not signed in: ${JSON.stringify(body)}`);
      return { ...visitor, msisdn, subscriberId: Number(body.description) };
    },
  };
}
