/** An act of the audit for people: `studioCatalogueBatch` becomes 'catalogue batch'. */
export function actWords(action: string): string {
  const words = action
    .replace(/^studio/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.trim();
}

const UNNAMED: readonly string[] = ['command', 'nobody'];

/** What the filter by person takes for this entry: those without an account go by their kind. */
export function actorFilter(entry: {
  readonly actor_id: string;
  readonly actor_kind: string;
}): string {
  return UNNAMED.includes(entry.actor_kind) ? entry.actor_kind : entry.actor_id;
}
