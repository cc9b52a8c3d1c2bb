import { LOOPBACK } from '@bonisa/kit/public-address';
import { afterEach, describe, expect, it } from 'vitest';
import { createReceiver } from './receiver.test-kit.ts';
import { createWebhookPost } from './webhook-post.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function receiverOf() {
  const receiver = await createReceiver();
  open.push(receiver.close);
  return receiver;
}

const post = createWebhookPost({ networks: LOOPBACK, timeoutMs: 60_000 });

describe('a webhook on its way', () => {
  it('does not follow a redirect', async () => {
    const [first, second] = [await receiverOf(), await receiverOf()];
    first.state.answer = (response) => response.writeHead(307, { location: second.url }).end();
    expect(await post.post(first.url, {}, '{}')).toMatchObject({ status: 307 });
    expect([first.received.length, second.received.length]).toEqual([1, 0]);
  });

  it('has a time limit, also for an answer that never ends', async () => {
    const silent = await receiverOf();
    const impatient = createWebhookPost({ networks: LOOPBACK, timeoutMs: 300 });
    silent.state.answer = () => undefined;
    const late = { status: null, answer: 'no answer came in time' };
    expect(await impatient.post(silent.url, {}, '{}')).toEqual(late);
    silent.state.answer = (response) => response.writeHead(200).write('begun');
    expect(await impatient.post(silent.url, {}, '{}')).toEqual(late);
  });

  it('reads little of a long answer, and keeps less', async () => {
    const loud = await receiverOf();
    loud.state.answer = (response) => {
      response.writeHead(400);
      const more = (): void =>
        void response.write('\u0000x'.repeat(8192), (error) => error ?? more());
      more();
    };
    const { status, answer } = await post.post(loud.url, {}, '{}');
    expect(status).toBe(400);
    expect(answer.length).toBeLessThanOrEqual(500);
    expect(answer).not.toContain('\u0000');
  });

  it('goes to no private address, also where the name led elsewhere when it was made', async () => {
    const receiver = await receiverOf();
    const port = new URL(receiver.url).port;
    const answers = ['8.8.8.8', '127.0.0.1'];
    const rebinding = createWebhookPost({
      networks: [],
      resolve: async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }],
    });
    expect(await rebinding.problemOf(`https://partner.example:${port}/`)).toBeUndefined();
    expect(await rebinding.post(`https://partner.example:${port}/`, {}, '{}')).toEqual({
      status: null,
      answer: 'the host is not on the public internet',
    });
    for (const url of [receiver.url, 'https://127.0.0.1/', 'https://localhost/'])
      expect(await rebinding.problemOf(url)).toBeDefined();
    expect(receiver.received).toEqual([]);
  });

  it('names in the demo what lets it go to this machine, and for no other address', async () => {
    const here = 'WEBHOOKS_TO_LOOPBACK=1';
    const resolve = async (host: string) => [
      { address: host === 'localhost' ? '127.0.0.1' : '8.8.8.8', family: 4 },
    ];
    const demo = createWebhookPost({ networks: [], isDemo: true, resolve });
    for (const url of ['http://localhost:9000/', 'https://localhost/', 'http://[::1]:9000/hook'])
      expect(await demo.problemOf(url)).toContain(here);
    for (const url of ['http://partner.example/', 'https://10.0.0.1/', 'ftp://localhost/'])
      expect(await demo.problemOf(url)).toMatch(/^(must be an https address|the host is not .*)$/);
    const production = createWebhookPost({ networks: [], resolve });
    expect(await production.problemOf('http://localhost/')).toBe('must be an https address');
    expect(await post.problemOf('http://localhost/')).toBeUndefined();
  });

  it('goes to the allowed networks of the operator, over http too, and to no other', async () => {
    const addresses: Record<string, string> = { own: '10.20.0.5', other: '10.21.0.5' };
    const own = createWebhookPost({
      networks: ['10.20.0.0/16'],
      resolve: async (host) => [{ address: addresses[host] ?? '8.8.8.8', family: 4 }],
    });
    for (const url of ['http://own:9000/', 'https://own/', 'https://partner.example/'])
      expect(await own.problemOf(url)).toBeUndefined();
    expect(await own.problemOf('http://partner.example/')).toBe('must be an https address');
    for (const url of ['http://other/', 'https://other/', 'https://127.0.0.1/'])
      expect(await own.problemOf(url)).toBe('the host is not on the public internet');
    addresses.own = '8.8.8.8';
    expect(await own.post('http://own:9000/', {}, '{}')).toEqual({
      status: null,
      answer: 'must be an https address',
    });
  });

  it('says why no answer came', async () => {
    const receiver = await createReceiver();
    await receiver.close();
    expect(await post.post(receiver.url, {}, '{}')).toEqual({
      status: null,
      answer: 'the connection failed: ECONNREFUSED',
    });
  });
});
