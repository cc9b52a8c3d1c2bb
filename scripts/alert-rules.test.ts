// Each rule of deploy/alerts.yaml has a case, and Prometheus reads it. Whether it fires there:
// alert-rules.nightly.test.ts.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ALERT_CASES } from './alert-rules.cases.ts';

const RULES_FILE = join(import.meta.dirname, '../deploy/alerts.yaml');

const { groups } = parse(readFileSync(RULES_FILE, 'utf8')) as {
  groups: { rules: { alert: string; for?: string }[] }[];
};
const RULES = new Map(groups.flatMap(({ rules }) => rules).map((rule) => [rule.alert, rule]));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe('the rules of alerts', () => {
  it('each have a case', () => {
    const tried = new Set(ALERT_CASES.map(({ alert }) => alert));
    expect([...tried].sort()).toEqual([...RULES.keys()].sort());
  });

  it('have a moment before the end of `for` where they wait', () => {
    for (const { alert, notYet } of ALERT_CASES)
      expect(notYet !== undefined, alert).toBe(RULES.get(alert)?.for !== undefined);
  });

  it.skipIf(!hasPromtool)('are all read by Prometheus', () => {
    const { status, stdout } = spawnSync('promtool', ['check', 'rules', RULES_FILE], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining(`${RULES.size} rules found`),
    });
  });
});
