import type { FastifyReply } from 'fastify';
import type { Paging } from '../store/entity-table.ts';
import { CamaraError, type CamaraErrorCode } from './errors.ts';

/** The maximum number of entries on a page, and the last page that is looked up. */
const PER_PAGE = 1_000;
const LAST_PAGE = 1_000_000;

/** A page of a list with the values of its headers. */
export interface Page<T> {
  entries: T[];
  total: number;
  offset: number;
}

/** @throws CamaraError OUT_OF_RANGE */
export function pagingOf(query: { page: number; perPage: number; order: 'asc' | 'desc' }): Paging {
  const { page, perPage, order } = query;
  if (page < 1 || page > LAST_PAGE)
    throw new CamaraError('OUT_OF_RANGE', 'page must be 1 or more.');
  if (perPage < 1 || perPage > PER_PAGE)
    throw new CamaraError('OUT_OF_RANGE', `perPage must be from 1 to ${PER_PAGE}.`);
  return { order, limit: perPage, offset: (page - 1) * perPage };
}

/**
 * The requested page. A page after the last one is out of range; the first page exists even when it
 * is empty.
 * @throws CamaraError OUT_OF_RANGE
 */
export function pageOf<T>(entries: T[], total: number, { offset }: Paging): Page<T> {
  if (offset > 0 && offset >= total)
    throw new CamaraError('OUT_OF_RANGE', 'page lies after the last one.');
  return { entries, total, offset };
}

/**
 * A range of creation dates: an open end means now, an open start the beginning.
 * @throws CamaraError with the list's own code for a start after the end.
 */
export function rangeOf(
  from: Date | undefined,
  to: Date | undefined,
  now: Date,
  invalid: CamaraErrorCode,
): { from?: Date | undefined; to?: Date | undefined } {
  if (from && to && from > to) throw new CamaraError(invalid);
  return { from, to: to ?? (from && now) };
}

/**
 * Sets the headers of a page: its end (`Content-Last-Key`) and the total number of entries
 * (`X-Total-Count`).
 */
export function setPageHeaders(reply: FastifyReply, page: Page<unknown>): void {
  reply.header('x-total-count', page.total);
  reply.header('content-last-key', Math.min(page.offset + page.entries.length, page.total));
}
