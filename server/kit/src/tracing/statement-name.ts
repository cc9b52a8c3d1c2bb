/** What a statement does, and to which table first: words of our code, never a value. */
export interface StatementName {
  readonly operation: string;
  readonly table: string | undefined;
}

const OPERATION = /^\s*\(*\s*([a-z]{2,12})\b/i;
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]{1,60})"?/i;

/** Statements of varying length could be any number. */
const MOST_NAMES = 1000;
const names = new Map<string, StatementName>();

/** Names a statement by its text. */
export function statementName(text: string): StatementName {
  const known = names.get(text);
  if (known) return known;
  const operation = OPERATION.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const name = { operation, table: TABLE.exec(text)?.[1] };
  if (names.size < MOST_NAMES) names.set(text, name);
  return name;
}
