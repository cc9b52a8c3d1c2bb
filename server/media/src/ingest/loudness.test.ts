import { expect, it } from 'vitest';
import { loudnessFilters } from './loudness.ts';

// EBU R 128, here at its own target: -23 LUFS.
it('quiet and loud sound is brought to the target, peaks are limited, silence stays silent', () => {
  expect(loudnessFilters({ lufs: -11, peak: -1 }, -23)).toBe('volume=-12.00dB,');
  expect(loudnessFilters({ lufs: -40, peak: -10 }, -23)).toBe(
    'volume=17.00dB,alimiter=limit=0.8414:attack=5:release=50:level=disabled,',
  );
  expect(loudnessFilters({ lufs: Number.NEGATIVE_INFINITY, peak: -99 }, -23)).toBe('');
});
