/** The beginning of a text in at most `most` UTF-16 units, which ends with a whole character. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most);
  const endsInside = cut.length < text.length && /[\ud800-\udbff]$/.test(cut);
  return (endsInside ? cut.slice(0, -1) : cut).toWellFormed();
}
