import { spawnSync } from 'node:child_process';
import { lastWords } from '@bonisa/kit/processes/child-job';
import { describe, expect, it } from 'vitest';

describe('the last words of a program that crashed', () => {
  it.each([
    [
      "throw new TypeError('the publisher sends nothing')",
      'TypeError: the publisher sends nothing',
    ],
    [
      "throw Object.assign(new RangeError('no keyframe'), { code: 'E', more: { at: 1 } })",
      'RangeError: no keyframe',
    ],
    [
      "await Promise.reject(new Error('out of memory for sound'))",
      'Error: out of memory for sound',
    ],
    ["console.error('[h264] broken'); process.exit(3)", '[h264] broken'],
  ])('are why it did: %s', (code, words) => {
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code]);
    expect(lastWords(stderr.toString())).toBe(words);
  });

  it('are none where it said nothing', () => {
    expect(lastWords('\n')).toBe('');
  });
});
