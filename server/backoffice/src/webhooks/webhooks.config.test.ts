import { readConfig } from '@bonisa/server/config';
import { expect, it } from 'vitest';
import { webhooksProblems } from './webhooks.config.ts';

it('Webhooks go to this machine only where the demo is told to let them', () => {
  expect(readConfig({}).webhooksToLoopback).toBe(false);
  expect(readConfig({ WEBHOOKS_TO_LOOPBACK: '1' }).webhooksToLoopback).toBe(true);
  expect(() => readConfig({ WEBHOOKS_TO_LOOPBACK: 'yes' })).toThrow('WEBHOOKS_TO_LOOPBACK');
  expect(webhooksProblems({ MODE: 'production', WEBHOOKS_TO_LOOPBACK: true })).toEqual([
    'WEBHOOKS_TO_LOOPBACK: in demo mode only',
  ]);
  expect(webhooksProblems({ MODE: 'production', WEBHOOKS_TO_LOOPBACK: false })).toEqual([]);
});
