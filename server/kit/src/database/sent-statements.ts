/** What a connection sends for a statement that it is asked for. */
export type FitStatement = (statement: unknown, values: unknown) => unknown;

/**
 * The number of statements that get a name. Further ones (lists of varying length) are sent
 * unnamed.
 */
const MAX_STATEMENTS = 500;

/**
 * Names each statement, so that PostgreSQL parses and plans it once for a connection: this halves
 * the cost of a short statement. Only statements with parameters get a name, because a text without
 * parameters may contain several statements, which the server does not prepare.
 */
export function namingStatements(): FitStatement {
  const names = new Map<string, string>();

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };

  return (statement, values) => {
    if (!isObject(statement) || statement.name || !Array.isArray(values) || values.length === 0)
      return statement;
    const name = nameOf(textOf(statement));
    return name === undefined ? statement : { ...statement, name };
  };
}

/**
 * Makes statements fit for a pooler by transaction, where each transaction may have another
 * connection to the server. `settings` (`set local …`) go with the begin of each transaction, in
 * one message, since nothing else holds them. No statement has a name: it would be prepared on one
 * connection and be missing, or another one's, on the next.
 */
export function statementsForPooler(settings: string): FitStatement {
  const fitted = (text: string): string => (/^begin\b/i.test(text) ? `${text}; ${settings}` : text);
  return (statement) =>
    isObject(statement)
      ? { ...statement, name: undefined, text: fitted(textOf(statement)) }
      : fitted(textOf(statement));
}

/** The text of a statement in either of the forms that the driver takes. */
export function textOf(statement: unknown): string {
  return isObject(statement) ? String(statement.text) : String(statement);
}

function isObject(statement: unknown): statement is { readonly text?: unknown; name?: unknown } {
  return typeof statement === 'object' && statement !== null;
}
