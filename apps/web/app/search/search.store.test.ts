import { CallError, type Client } from '@bonisa/contract/client';
import { describe, expect, it, vi } from 'vitest';
import { createSearch } from './search.store.ts';

interface PendingCall {
  readonly name: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
  answer(reply: unknown): void;
  fail(error: Error): void;
}

/** A search whose calls and pauses the test ends. */
function searching() {
  const asked: PendingCall[] = [];
  const logged: string[] = [];
  let pauses: { ms: number; then: () => void }[] = [];
  const call = ((name: string, body: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((answer, fail) => {
      asked.push({ name, body, signal, answer, fail });
    })) as Client;
  const search = createSearch({
    call,
    pause: (ms, then) => {
      const one = { ms, then };
      pauses.push(one);
      return () => {
        pauses = pauses.filter((other) => other !== one);
      };
    },
    log: (what) => logged.push(what),
  });
  const wait = () => {
    const due = pauses.toSorted((a, b) => a.ms - b.ms);
    pauses = [];
    for (const { then } of due) then();
  };
  const last = (name: string) => asked.findLast((one) => one.name === name);
  return {
    search,
    asked,
    logged,
    wait,
    last,
    names: () => asked.map(({ name, body }) => `${name} ${(body as { text: string }).text}`),
  };
}

const result = (slug: string) => ({ kind: 'genre', slug, title: slug, titleCount: 1 });
const answersArrived = () => vi.waitFor(() => undefined);

// A1 L1
describe('the search store', () => {
  it('suggests and searches when the viewer pauses, and searches a text once', async () => {
    const { search, wait, last, names } = searching();
    for (const text of ['z', 'zu', 'zul', 'zulu', 'zulu ']) search.type(text);
    expect(names()).toEqual([]);
    wait();
    expect(names()).toEqual(['suggest zulu', 'search zulu']);
    expect(search.state().looking).toBe(true);
    last('suggest')?.answer({
      suggestions: [{ text: 'Zulu nights', kind: 'show', path: '/show/zulu-nights' }],
    });
    last('search')?.answer({ results: [result('zulu')], total: 1 });
    await answersArrived();
    expect(search.state()).toMatchObject({
      looking: false,
      found: { text: 'zulu', total: 1 },
      suggestions: [{ text: 'Zulu nights' }],
    });
    // After Enter the results are shown and the suggestions are hidden.
    search.ask('zulu');
    expect(names()).toHaveLength(2);
    expect(search.state().suggestions).toEqual([]);
  });

  it('never lets an older answer replace a newer one', async () => {
    const { search, asked, wait, last } = searching();
    search.type('a');
    wait();
    search.type('ab');
    wait();
    expect(
      asked
        .filter(({ signal }) => signal.aborted)
        .map(({ body }) => (body as { text: string }).text),
    ).toEqual(['a', 'a']);
    last('search')?.answer({ results: [result('ab')], total: 1 });
    asked[1]?.answer({ results: [result('a')], total: 9 });
    await answersArrived();
    expect(search.state().found).toMatchObject({ text: 'ab', total: 1 });
  });

  it('clears everything when the text is cleared', async () => {
    const { search, asked, wait, last } = searching();
    search.type('a');
    wait();
    last('search')?.answer({ results: [result('a')], total: 1 });
    await answersArrived();
    search.type('ab');
    search.type(' ');
    wait();
    expect(asked).toHaveLength(2);
    expect(search.state()).toEqual({ text: '', suggestions: [], found: undefined, looking: false });
  });

  it('loads further results of the same text, up to the last', async () => {
    const { search, asked, last } = searching();
    search.ask('a');
    last('search')?.answer({ results: [result('one'), result('two')], total: 3 });
    await answersArrived();
    search.more();
    search.more();
    expect(asked).toHaveLength(2);
    expect(last('search')?.body).toMatchObject({ text: 'a', offset: 2 });
    last('search')?.answer({ results: [result('three')], total: 3 });
    await answersArrived();
    expect(search.state().found?.results.map(({ slug }) => slug)).toEqual(['one', 'two', 'three']);
    search.more();
    expect(asked).toHaveLength(2);
  });

  // X8
  it('shows nothing and logs when a call fails', async () => {
    const { search, wait, last, logged } = searching();
    search.type('a');
    wait();
    last('suggest')?.fail(new CallError(0, undefined));
    last('search')?.fail(new CallError(500, undefined));
    await answersArrived();
    expect(search.state()).toEqual({
      text: 'a',
      suggestions: [],
      found: undefined,
      looking: false,
    });
    expect(logged.toSorted()).toEqual(['search', 'suggestions']);
    // The same text again is another try.
    search.ask('a');
    expect(last('search')?.signal.aborted).toBe(false);
  });

  it('asks for a chosen language, and again for all of them', async () => {
    const { search, last, asked } = searching();
    search.ask('zulu');
    last('search')?.answer({ results: [], total: 0, languages: [], live: [] });
    await answersArrived();
    search.choose('zu');
    expect(last('search')?.body).toMatchObject({ text: 'zulu', offset: 0, language: 'zu' });
    search.choose(undefined);
    expect(last('search')?.body).not.toHaveProperty('language');
    expect(asked).toHaveLength(3);
  });
});
