/**
 * Query parameters that a page may be made from. Anything else in a page's query is read by the
 * browser alone, or by nobody.
 */
export type PageParameter = 'page' | 'season' | 'genre';

/**
 * What a route of the pages declares beside its loader (React Router's `handle`): the parameters
 * that its loader reads. The server hands a loader no others, and keeps one answer for all
 * addresses that differ in others only.
 */
export interface PageHandle {
  readonly query: readonly PageParameter[];
}
