import { firstSteps } from '@bonisa/contract/studio/service.calls';
import { expect, it } from 'vitest';
import { answer, rendered, wordsOf } from '../calls/rendered.test-kit.tsx';
import FirstSteps from './first-steps.tsx';

const shown = (undone: string[]): string => {
  const names = ['brand', 'film', 'shelf', 'price', 'carrier', 'sale'] as const;
  const steps = names.map((step) => ({ step, done: !undone.includes(step) }));
  const given = [answer(firstSteps, undefined, { steps })];
  return wordsOf(rendered(<FirstSteps />, '/', given, ['catalogue:read']));
};

it('shows each first step of a service with its state, and nothing once all are done', () => {
  expect(shown(['film', 'sale'])).toMatch(/4 of 6 done.*The first film ?not yet/s);
  expect(shown([])).toBe('');
});
