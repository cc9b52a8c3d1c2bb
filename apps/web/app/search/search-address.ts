/** The part of an address that holds what is searched for. */
const QUERY = 'q';

/** What an address searches for; `undefined` where it does not search. */
export function queryOf(search: string): string | undefined {
  return new URLSearchParams(search).get(QUERY) ?? undefined;
}

/** The same address with another text searched for; none takes it out. All else stays as it is. */
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
