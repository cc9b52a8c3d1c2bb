/**
 * The query parameters that a page on the server may read. Only the browser reads other parameters.
 */
export type PageParameter =
  | 'page'
  | 'season'
  | 'genre'
  | 'from'
  | 'return'
  | 'q'
  | 'language'
  | 'play';

/**
 * The declaration of a page route beside its loader (React Router's `handle`): the query parameters
 * that the page reads. The server passes only these to it, and caches one answer for all
 * addresses that differ only in others.
 */
export interface PageHandle {
  readonly query: readonly PageParameter[];
}
