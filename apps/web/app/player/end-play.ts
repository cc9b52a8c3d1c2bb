let end: (() => void) | undefined;

/** Says how what plays in this document is ended: the player, once it is loaded. */
export function onEndPlay(act: () => void): void {
  end = act;
}

/** Ends what plays: its viewer has signed out. */
export function endPlay(): void {
  end?.();
}
