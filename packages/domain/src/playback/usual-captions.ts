/** Captions where nobody has chosen any. */

/**
 * The place of the captions that are on by default (-1: none): in the language of the viewer's
 * interface, where the sound is in another one. Sound of an unknown language switches none on.
 */
export function usualCaptions(
  tracks: readonly { readonly language: string }[],
  { sound, language }: { readonly sound: string | null | undefined; readonly language: string },
): number {
  if (!sound || primary(sound) === primary(language)) return -1;
  return tracks.findIndex((track) => primary(track.language) === primary(language));
}

/** `zu-ZA` is read as `zu` is. */
function primary(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}
