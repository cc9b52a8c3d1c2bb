/** The beginning of a text in at most `most` UTF-16 units, which ends with a whole character. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most);
  const endsInside = cut.length < text.length && /[\ud800-\udbff]$/.test(cut);
  return (endsInside ? cut.slice(0, -1) : cut).toWellFormed();
}

/**
 * A text in at most `most` UTF-16 units, of whole characters: of a longer one the beginning and the
 * end, with ` … ` between.
 */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const half = Math.floor((most - GAP.length) / 2);
  const end = text.slice(-half);
  const whole = /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end;
  return `${cutText(text, half)}${GAP}${whole.toWellFormed()}`;
}

const GAP = ' \u2026 ';
