import { pageData } from '../page-context.ts';
import { restOfHome } from '../titles/home-rows.ts';
import type { Route } from './+types/home-rest.route.ts';

/**
 * The rest of home's rows, which the browser requests when a viewer comes near them (see
 * `titles/home-rest.store.ts`).
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return Response.json(restOfHome(await pageData(context).home()), {
    headers: { 'x-robots-tag': 'noindex' },
  });
}
