import type pg from 'pg';

/**
 * So many different statements are kept by name; what comes after them (lists of varying length)
 * goes out as before.
 */
const MOST_STATEMENTS = 500;

/**
 * Has PostgreSQL keep each statement that a connection sends, by name, so that it is parsed and
 * planned once and not each time: half of what a short statement costs. Only statements with
 * parameters are named: the others may be several in one text, which the server does not prepare.
 */
export function nameStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
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
