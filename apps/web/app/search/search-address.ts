/** The query parameter with the search text. */
const QUERY = 'q';

/** The search text of an address; `undefined` without one. */
export function queryOf(search: string): string | undefined {
  return new URLSearchParams(search).get(QUERY) ?? undefined;
}

/** The address with another search text; an empty text removes it. The rest stays unchanged. */
export function withQuery(
  address: { readonly pathname: string; readonly search: string; readonly hash: string },
  text: string,
): string {
  const params = new URLSearchParams(address.search);
  params.delete(QUERY);
  if (text !== '') params.set(QUERY, text);
  const search = params.toString();
  return `${address.pathname}${search === '' ? '' : `?${search}`}${address.hash}`;
}
