/** Work that the carrier does by itself at its time. */
export interface Due {
  /** Does everything that is due at the carrier's present time. */
  fallDue(): void;
}

/** Combines several into one, in this order. */
export function inOrder(...all: readonly Due[]): Due {
  return {
    fallDue() {
      for (const each of all) each.fallDue();
    },
  };
}
