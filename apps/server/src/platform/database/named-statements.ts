import type pg from 'pg';

/**
 * The number of statements that get a name. Further ones (lists of varying length) are sent
 * unnamed.
 */
const MAX_STATEMENTS = 500;

/**
 * Names each statement of a connection, so that PostgreSQL parses and plans it once: this halves
 * the cost of a short statement. Only statements with parameters get a name, because a text without
 * parameters may contain several statements, which the server does not prepare.
 */
export function nameStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };

  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (
      config: unknown,
      values?: unknown,
      callback?: unknown,
    ) => unknown;
    const named = (config: unknown, values?: unknown, callback?: unknown): unknown => {
      const name =
        isUnnamed(config) && Array.isArray(values) && values.length > 0
          ? nameOf(config.text)
          : undefined;
      return send(
        name === undefined ? config : Object.assign({}, config, { name }),
        values,
        callback,
      );
    };
    client.query = named as typeof client.query;
  });
}

function isUnnamed(config: unknown): config is { text: string } {
  return (
    typeof config === 'object' &&
    config !== null &&
    'text' in config &&
    typeof config.text === 'string' &&
    !('submit' in config) &&
    !('name' in config && config.name)
  );
}
