import { describe, expect, it } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

interface Answer {
  readonly text: string;
  readonly bytes: number;
  readonly shared: boolean;
}

function entry(text: string, more: Partial<Answer> = {}): Answer {
  return { text, bytes: text.length, shared: true, ...more };
}

function setUp(
  options: { maxBytes?: number; weigh?: (answer: Answer, key: string) => number } = {},
) {
  const world = { version: 1, now: 1_000_000 };
  const cache = createAnswerCache<Answer>({
    version: () => world.version,
    clock: { now: () => new Date(world.now) },
    maxAgeMs: 60_000,
    maxBytes: 1_000_000,
    weigh: ({ bytes }) => bytes,
    mayBeKept: ({ shared }) => shared,
    ...options,
  });
  let made = 0;
  const render = async () => entry(`made ${++made}`);
  return { world, cache, render, made: () => made };
}

describe('the answer cache', () => {
  it('makes an answer once and then serves the stored one', async () => {
    const { cache, render, made } = setUp();
    expect((await cache.get('/', render)).hit).toBe(false);
    expect((await cache.get('/', render)).hit).toBe(true);
    expect(made()).toBe(1);
  });

  it('makes an answer once for concurrent callers', async () => {
    const { cache, render, made } = setUp();
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', render)));
    expect(made()).toBe(1);
    expect(new Set(answers.map(({ answer: { text } }) => text)).size).toBe(1);
  });

  it('drops everything when the version of the catalogue changes', async () => {
    const { cache, world, render, made } = setUp();
    await cache.get('/', render);
    world.version = 2;
    await cache.get('/', render);
    expect(made()).toBe(2);
    expect(cache.size).toBe(1);
  });

  it('does not store an answer that was made during a publication', async () => {
    const { cache, world, render } = setUp();
    await cache.get('/', async () => {
      world.version = 2;
      return entry('old');
    });
    expect((await cache.get('/', render)).hit).toBe(false);
  });

  it('makes an answer again after its age limit, and after the clock was set back', async () => {
    const { cache, world, render, made } = setUp();
    await cache.get('/', render);
    world.now += 61_000;
    await cache.get('/', render);
    world.now -= 1_000_000;
    await cache.get('/', render);
    expect(made()).toBe(3);
  });

  it('does not store an answer that must not be stored', async () => {
    const { cache, render } = setUp();
    await cache.get('/', async () => entry('gone', { shared: false }));
    expect((await cache.get('/', render)).hit).toBe(false);
  });

  it('stores nothing when its limit is 0 bytes', async () => {
    const { cache, render, made } = setUp({ maxBytes: 0 });
    await cache.get('/', render);
    await cache.get('/', render);
    expect([made(), cache.size, cache.bytes]).toEqual([2, 0, 0]);
  });

  it('rejects all concurrent callers after an error, and makes the answer for the next caller', async () => {
    const { cache, render } = setUp();
    const failing = () => Promise.reject(new Error('no database'));
    const both = await Promise.allSettled([cache.get('/', failing), cache.get('/', render)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await cache.get('/', render)).answer.text).toBe('made 1');
  });

  it('admits only the caller that makes an answer, and a refusal rejects that caller alone', async () => {
    const { cache, render, made } = setUp();
    const refuse = () => {
      throw new Error('too many');
    };
    await expect(cache.get('/', render, refuse)).rejects.toThrow('too many');
    expect(made()).toBe(0);
    const [first, second] = await Promise.all([
      cache.get('/', render),
      cache.get('/', render, refuse),
    ]);
    expect(second.answer).toBe(first.answer);
    expect((await cache.get('/', render, refuse)).hit).toBe(true);
  });

  it('counts the weight of an answer with its key', async () => {
    const { cache } = setUp({ weigh: ({ bytes }, key) => bytes + key.length });
    await cache.get('/abc', async () => entry('12345'));
    expect(cache.bytes).toBe(9);
  });

  it('drops the least recently used answers beyond its limit', async () => {
    const { cache } = setUp({ maxBytes: 2_000 });
    const page = async () => entry('x'.repeat(600));
    await cache.get('/a', page);
    await cache.get('/b', page);
    await cache.get('/c', page);
    await cache.get('/a', page);
    await cache.get('/d', page);
    expect(cache.bytes).toBeLessThanOrEqual(2_000);
    expect((await cache.get('/a', page)).hit).toBe(true);
    expect((await cache.get('/b', page)).hit).toBe(false);
  });

  it('drops an answer that is larger than its limit, and keeps the others', async () => {
    const { cache } = setUp({ maxBytes: 2_000 });
    await cache.get('/small', async () => entry('x'.repeat(600)));
    await cache.get('/large', async () => entry('x'.repeat(2_001)));
    expect([cache.bytes, cache.size]).toEqual([600, 1]);
  });
});
