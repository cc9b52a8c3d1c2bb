/** The age ratings of the Film and Publication Board, for the youngest viewers first. */
export const AGE_RATINGS = ['A', 'PG', '7-9PG', '10-12PG', '13', '16', '18'] as const;

/** Whether a rating asks for no older viewer than another one; false for an unknown rating. */
export function isRatedWithin(rating: string, limit: string): boolean {
  const places: readonly string[] = AGE_RATINGS;
  const place = places.indexOf(rating);
  return place >= 0 && place <= places.indexOf(limit);
}
