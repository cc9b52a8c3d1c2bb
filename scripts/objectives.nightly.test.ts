// Prometheus takes the rules of the service objectives, and they call people as their tests say.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { promtool } from './promtool.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');
/** An installation of Prometheus, and eight hours in minutes, on a busy machine. */
const LIMIT_MS = 300_000;

it.each([
  ['check', 'objectives.yaml'],
  ['test', 'objectives.test.yaml'],
])('promtool %s rules %s succeeds', { timeout: LIMIT_MS }, (what, file) => {
  const { ok, output } = promtool(DEPLOY, what, 'rules', file);
  expect(output).toContain('SUCCESS');
  expect(ok).toBe(true);
});
