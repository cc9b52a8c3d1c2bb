const PLAIN_SELECT = /^\s*\(*\s*select\b(?!.*\bfor\s+(?:update|share|no\s+key|key\s+share)\b)/is;

/** Whether a statement only reads and locks nothing. One that begins with `with` may write. */
export function isPlainSelect(statement: string): boolean {
  return PLAIN_SELECT.test(statement);
}
