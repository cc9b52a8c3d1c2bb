// What x264 is asked for.
import { expect, it } from 'vitest';
import { x264Options } from './encode-settings.ts';
import { ladderFor } from './encoding-ladder.ts';

const RATE = { num: 25, den: 1 };

it('looks ahead as long in a rendition of half the frames, for those who wait for all of them', () => {
  const plans = ladderFor({ width: 640, height: 360, frameRate: RATE, hasAudio: true });
  const ahead = plans.map((plan) => {
    const { 'x264-params': params } = x264Options(plan, RATE, 'quick');
    const frames = Number(/:rc-lookahead=(\d+)/.exec(params)?.[1]);
    return { steps: plan.frameStep, seconds: (frames * plan.frameStep) / RATE.num };
  });
  expect(ahead).toEqual([2, 1, 1].map((steps) => ({ steps, seconds: 0.4 })));
});
