// A viewer knows what watching costs before paying for it.
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MinuteCost } from './cost.tsx';

it('says what a minute of a live channel costs, and nothing before that is known', () => {
  expect(renderToString(<MinuteCost of={[30, 84, 200]} />)).toContain('1.40\u00a0MB a minute');
  expect(renderToString(<MinuteCost of={[]} />)).toBe('');
});
