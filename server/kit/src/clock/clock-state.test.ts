// Interfaces 'Clock'
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { clockState, withMovedClock } from './clock-state.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'bonisa-clock-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('A demo whose clock was moved keeps its test clock, and production refuses such a folder.', () => {
  const demo = { dataDir, mode: 'demo', testClock: false };
  const production = { ...demo, mode: 'production' };
  expect(withMovedClock(demo)).toBe(demo);
  expect(withMovedClock(production)).toBe(production);
  clockState(dataDir).write(86_400_000);
  expect(withMovedClock(demo)).toEqual({ ...demo, testClock: true });
  expect(() => withMovedClock(production)).toThrow('DATA_DIR: a test has moved its clock');
});
