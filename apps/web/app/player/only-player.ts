/** What plays in this document: the player of titles, or that of live channels. */
export interface DocumentPlayer {
  /** What it has; undefined: nothing. */
  session(): unknown;
  close(): void;
}

let last: DocumentPlayer | undefined;

/** Makes `player` the only one that plays: the other one ends, and so do its sound and its bill. */
export function playAlone(player: DocumentPlayer): void {
  if (last !== player) last?.close();
  last = player;
}

/** Ends what plays: its viewer has signed out. */
export function endPlay(): void {
  last?.close();
}

/** Whether a player of this document has something. */
export function somethingPlays(): boolean {
  return last?.session() !== undefined;
}
