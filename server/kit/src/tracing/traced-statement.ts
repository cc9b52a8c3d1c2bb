import { childSpan, isTracing } from './spans.ts';
import { statementName } from './statement-name.ts';

/**
 * Runs a statement in a span of its own, named by operation and table. The time includes the wait
 * for a connection.
 */
export function tracedStatement<Result>(
  statement: unknown,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return run();
  return childSpan(() => {
    const { operation, table } = statementName(textOf(statement));
    return {
      name: table === undefined ? operation : `${operation} ${table}`,
      kind: 'client',
      facts: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table === undefined ? {} : { 'db.collection.name': table }),
      },
    };
  }, run);
}

/** The text of a statement in any of the forms that drivers take. */
function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = Object(statement) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
