import type { Paged } from '@bonisa/contract/page-data';

/** One page of a list. `page` counts from 1; the caller bounds `limit`. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** Reads one page of a list of `total` rows. A page past the last one causes no read. */
export async function paged<Row>(
  { page, limit }: PageQuery,
  total: number,
  read: (window: { limit: number; offset: number }) => Promise<readonly Row[]>,
): Promise<Paged<Row>> {
  const offset = (page - 1) * limit;
  return {
    page,
    lastPage: Math.max(1, Math.ceil(total / limit)),
    total,
    items: offset < total ? await read({ limit, offset }) : [],
  };
}
