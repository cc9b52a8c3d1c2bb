/** What the carrier does by itself when its time has come. */
export interface Due {
  /** Does all of it that is due at the carrier's present time. */
  fallDue(): void;
}

/** Several of them as one, in this order. */
export function inOrder(...all: readonly Due[]): Due {
  return {
    fallDue() {
      for (const each of all) each.fallDue();
    },
  };
}
