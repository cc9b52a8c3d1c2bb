import { LOOPBACK } from '@bonisa/kit/public-address';
import { readConfig } from '@bonisa/server/config';
import { expect, it } from 'vitest';
import { webhooksProblems } from './webhooks.config.ts';

it('Webhooks go to this machine only where the demo is told to let them', () => {
  expect(readConfig({}).webhookNetworks).toEqual([]);
  expect(readConfig({ WEBHOOKS_TO_LOOPBACK: '1' }).webhookNetworks).toEqual(LOOPBACK);
  expect(() => readConfig({ WEBHOOKS_TO_LOOPBACK: 'yes' })).toThrow('WEBHOOKS_TO_LOOPBACK');
  expect(webhooksProblems({ MODE: 'production', WEBHOOKS_TO_LOOPBACK: true })).toEqual([
    'WEBHOOKS_TO_LOOPBACK: in demo mode only',
  ]);
  expect(webhooksProblems({ MODE: 'production', WEBHOOKS_TO_LOOPBACK: false })).toEqual([]);
});

it("Webhooks go to the operator's own networks where they are named, each as a network", () => {
  const networks = { WEBHOOK_NETWORKS: '10.20.0.0/16, fd00::/8' };
  expect(readConfig(networks).webhookNetworks).toEqual(['10.20.0.0/16', 'fd00::/8']);
  expect(readConfig({ ...networks, WEBHOOKS_TO_LOOPBACK: '1' }).webhookNetworks).toHaveLength(4);
  for (const WEBHOOK_NETWORKS of ['10.20.0.0/33', 'intranet', '10.20'])
    expect(() => readConfig({ WEBHOOK_NETWORKS })).toThrow(/WEBHOOK_NETWORKS: must be addresses/);
});
