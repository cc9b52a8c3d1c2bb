import { createTestProduct, freshNumber, toAccept, type Visitor } from '../app.test-kit.ts';
import {
  createTestCatalogue,
  fill,
  fillShowAndLive,
  mediaReady,
} from '../catalogue/catalogue.test-kit.ts';
import type { Named } from './viewer-catalogue.port.ts';

export type ProductWithCatalogue = Awaited<ReturnType<typeof createProductWithCatalogue>>;

export interface SignedInVisitor extends Visitor {
  readonly msisdn: string;
  readonly subscriberId: number;
}

/**
 * The product's calls over the small catalogue of `catalogue.test-kit.ts`: three videos, a show of
 * three episodes, two channels.
 */
export async function createProductWithCatalogue(variables: Record<string, string> = {}) {
  const product = await createTestProduct({ LIMITS: 'off', ...variables });
  const { catalogue } = await createTestCatalogue(product.open);
  await fill(catalogue);
  await fillShowAndLive(catalogue);
  await mediaReady(catalogue);

  const idIn = async (table: string, slug: string): Promise<number> => {
    const [row] = await product.rows(`select id from ${table} where slug = '${slug}'`);
    if (!row) throw new Error(`no ${slug} in ${table}`);
    return Number(row.id);
  };

  return {
    ...product,
    catalogue,
    /** The body that names a thing by its slug, as A4 and A5 take it. */
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
    /** Takes a video or a show out of sight, or puts it back. */
    hide: (slug: string, hidden = true) =>
      catalogue.change((editor) => editor.publish('title', slug, !hidden)),
    /** Somebody who subscribed just now. */
    signedIn: async (msisdn = freshNumber()): Promise<SignedInVisitor> => {
      const visitor = product.visitor();
      const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
      if (body.status !== 'success') throw new Error(`not signed in: ${JSON.stringify(body)}`);
      return { ...visitor, msisdn, subscriberId: Number(body.description) };
    },
  };
}
