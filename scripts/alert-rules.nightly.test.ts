// Each rule of deploy/alerts.yaml fires where it must and is quiet where it must be, by promtool.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { ALERT_CASES } from './alert-rules.cases.ts';
import type { AlertCase, Series } from './alert-rules.series.ts';

const RULES_FILE = join(import.meta.dirname, '../deploy/alerts.yaml');

/** Weeks of series for each rule, on a busy machine. */
const PROMTOOL_MS = 240_000;

interface Rule {
  readonly alert: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: { readonly summary: string };
}
const { groups } = parse(readFileSync(RULES_FILE, 'utf8')) as { groups: { rules: Rule[] }[] };
const RULES = new Map(groups.flatMap(({ rules }) => rules).map((rule) => [rule.alert, rule]));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** The alert as promtool expects it, with its words filled in. */
function firing({ alert, labels = {} }: AlertCase) {
  const rule = RULES.get(alert);
  if (!rule) throw new Error(`there is no alert ${alert}`);
  const summary = rule.annotations.summary.replaceAll(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_, name: string) => labels[name] ?? '',
  );
  return { exp_labels: { ...rule.labels, ...labels }, exp_annotations: { summary } };
}

function testsOf(one: AlertCase) {
  const interval = one.step === 'weekly' ? '5m' : '15s';
  const promtoolTest = (
    name: string,
    series: Series,
    moments: readonly (readonly [number, boolean])[],
  ) => ({
    name: `${one.alert} ${name}`,
    interval,
    input_series: Object.entries({ ...one.always, ...series }).map(([key, values]) => ({
      series: key,
      values,
    })),
    alert_rule_test: moments.map(([minutes, fires]) => ({
      eval_time: `${minutes * 60}s`,
      alertname: one.alert,
      exp_alerts: fires ? [firing(one)] : [],
    })),
  });
  const { after, notYet } = one;
  return [
    promtoolTest('fires', one.broken, [
      ...(notYet === undefined ? [] : [[notYet, false] as const]),
      [after, true],
    ]),
    promtoolTest('is quiet', one.well, [[after, false]]),
  ];
}

/** What promtool says about the cases of a step; empty when all are as expected. */
function complaints(cases: readonly AlertCase[], evaluation_interval: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-alerts-'));
  try {
    const files = cases.map((one, index) => {
      const [file, ruleFile] = [join(folder, `${index}.tests.yaml`), `${index}.rules.yaml`];
      // Only the rule of this case: promtool evaluates every rule of the file in each test.
      const rules = [RULES.get(one.alert)];
      writeFileSync(join(folder, ruleFile), stringify({ groups: [{ name: 'tested', rules }] }));
      const tests = testsOf(one);
      writeFileSync(file, stringify({ rule_files: [ruleFile], evaluation_interval, tests }));
      return file;
    });
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], {
      encoding: 'utf8',
    });
    return status === 0 ? '' : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the rules of alerts', () => {
  const fire = 'fire where they must, and not yet or not at all elsewhere';
  it.skipIf(!hasPromtool)(fire, { timeout: PROMTOOL_MS }, () => {
    const weekly = ALERT_CASES.filter(({ step }) => step === 'weekly');
    const others = ALERT_CASES.filter(({ step }) => step !== 'weekly');
    expect(complaints(others, '15s')).toBe('');
    expect(complaints(weekly, '5m')).toBe('');
  });

  it.skipIf(!hasPromtool)('are told apart from rules that never fire', () => {
    const [down] = ALERT_CASES;
    if (!down) throw new Error('there are no cases');
    expect(complaints([{ ...down, broken: down.well }], '15s')).toContain('BonisaDown');
  });
});
