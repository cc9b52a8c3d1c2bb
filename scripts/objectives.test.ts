// The service objectives name routes, outcomes and metrics that exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rules = read('deploy/objectives.yaml');

describe('objectives.yaml', () => {
  it('counts routes, outcomes and buckets that the product has', () => {
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: object };
    const routes = [
      ...Object.keys(paths),
      // Pages and playlists are no calls of the contract.
      ...(read('apps/server/src/pages/pages.ts').match(/(?<=app\.get\(')[^']+/g) ?? []),
      ...(read('server/media/src/delivery/delivery.routes.ts').match(/\/media\/p\/[^']+/g) ?? []),
      ...(read('server/media/src/live/live.routes.ts').match(/\/media\/l\/[^'`]+/g) ?? []),
    ];
    const named = new Set(
      [...rules.matchAll(/route=~?"([^"]+)"/g)].flatMap(([, one = '']) => one.split('|')),
    );
    expect(named.size).toBeGreaterThan(5);
    for (const one of named) {
      const pattern = one === '/*' ? /^\/\*$/ : new RegExp(`^${one}$`);
      expect(
        routes.some((route) => pattern.test(route)),
        one,
      ).toBe(true);
    }
    const metrics = read('server/kit/src/metrics.ts');
    for (const [, le = ''] of rules.matchAll(/le="([^"]+)"/g))
      expect(metrics).toMatch(new RegExp(`buckets: \\[0\\.002,.* ${le.replace('.', '\\.')},`));
    for (const name of new Set(rules.match(/\bbonisa_[a-z_]+?(?=_bucket|_count|\{|\[| |\))/g)))
      expect(metrics, name).toContain(`'${name}'`);
    const outcomes = /outcome=~"([^"]+)"/.exec(rules)?.[1]?.split('|') ?? [];
    expect(outcomes.length).toBeGreaterThan(2);
    const types = `${read('server/money/src/signup/accept.types.ts')}${read('packages/domain/src/money/charge.ts')}`;
    for (const outcome of outcomes) expect(types).toContain(`'${outcome}'`);
  });

  it('has a budget, a rate of all and a rate of bad events for each objective', () => {
    const { groups } = parse(rules) as {
      groups: { rules: { record?: string; labels?: { objective?: string } }[] }[];
    };
    const recorded = new Map<string, string[]>();
    for (const { record = '', labels } of groups.flatMap((group) => group.rules))
      if (labels?.objective)
        recorded.set(record, [...(recorded.get(record) ?? []), labels.objective]);
    const budgets = recorded.get('bonisa:objective:budget');
    expect(budgets).toHaveLength(9);
    expect(recorded.get('bonisa:objective_all:rate5m')).toEqual(budgets);
    expect(recorded.get('bonisa:objective_bad:rate5m')).toEqual(budgets);
    const docs = read('docs/alerts.md');
    for (const objective of budgets ?? []) expect(docs).toContain(`\`${objective}\``);
  });
});
