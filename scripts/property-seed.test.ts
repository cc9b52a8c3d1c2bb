import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertySeed } from './property-seed.ts';

describe('the seed of property tests', () => {
  it('is the one given', () => {
    expect(propertySeed({ PROPERTY_SEED: '-7' })).toBe(-7);
    expect(() => propertySeed({ PROPERTY_SEED: 'some' })).toThrow(
      'PROPERTY_SEED is not a whole number: some',
    );
  });

  it('is the same again for the same commit, or without git', () => {
    expect(propertySeed({})).toBe(propertySeed({}));
    const empty = mkdtempSync(join(tmpdir(), 'bonisa-no-git-'));
    expect(propertySeed({}, empty)).toBe(20_261_124);
  });

  it('makes runs the same again', () => {
    expect(fc.readConfigureGlobal()?.seed).toBe(Number(process.env.PROPERTY_SEED));
    expect(fc.sample(fc.nat())).toEqual(fc.sample(fc.nat()));
  });
});
