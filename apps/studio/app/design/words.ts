/** Words as the beginning of a sentence or a label: `quiet text` as `Quiet text`. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
