import type pg from 'pg';

/**
 * Makes the statements of a pool fit for a pooler by transaction, where each transaction may have
 * another connection to the server. `settings` (`set local …`) go with the begin of each
 * transaction, in one message, since nothing else holds them. No statement has a name: it would be
 * prepared on one connection and be missing, or another one's, on the next.
 */
export function fitStatementsForPooler(pool: pg.Pool, settings: string): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
    const fitted = (statement: unknown, ...rest: unknown[]): unknown =>
      send(fittedStatement(statement, settings), ...rest);
    client.query = fitted as typeof client.query;
  });
}

function fittedStatement(statement: unknown, settings: string): unknown {
  if (typeof statement === 'string')
    return isBegin(statement) ? `${statement}; ${settings}` : statement;
  const { text } = Object(statement) as { text?: unknown };
  // A cursor or a stream sends itself.
  if (typeof text !== 'string' || 'submit' in Object(statement)) return statement;
  return Object.assign({}, statement, {
    name: undefined,
    text: isBegin(text) ? `${text}; ${settings}` : text,
  });
}

const isBegin = (text: string): boolean => /^begin\b/i.test(text);
