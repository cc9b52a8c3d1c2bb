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
 * The product with the small catalogue of `catalogue.test-kit.ts`: three videos, a show of three
 * episodes, two channels.
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
    /** Hides a video or a show, or shows it again. */
    hide: (slug: string, hidden = true) =>
      catalogue.change((editor) => editor.publish('title', slug, !hidden)),
    /** A visitor who has just subscribed. */
    signedIn: async (msisdn = freshNumber()): Promise<SignedInVisitor> => {
      const visitor = product.visitor();
      const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
      if (body.status !== 'success') throw new Error(`not signed in: ${JSON.stringify(body)}`);
      return { ...visitor, msisdn, subscriberId: Number(body.description) };
    },
  };
}
