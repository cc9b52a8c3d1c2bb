// A16: how the server judges the evidence.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FraudVisitor } from '../fraud.port.ts';
import { createKitTokens } from '../kit-token.ts';
import { createGuard } from './guard.adapter.ts';
import { type AttemptEvidence, checksum } from './guard.evidence.ts';
import { press, seal, VISITOR } from './guard.test-kit.ts';

const issued = new Date('2026-11-20T08:00:00Z');
let now = issued;
let kits = 0;
const guard = createGuard({
  tokens: createKitTokens(Buffer.alloc(32, 1)),
  clock: { now: () => now },
  newId: () => `kit-${++kits}`,
});

async function kitToken(visitor: FraudVisitor = VISITOR): Promise<string> {
  now = issued;
  const { token } = await guard.kit(visitor);
  now = new Date(issued.getTime() + 10_000);
  return token;
}

async function judge(change: Partial<AttemptEvidence>, visitor: FraudVisitor = VISITOR) {
  const token = seal(
    await kitToken(visitor),
    press({ agent: checksum(visitor.userAgent), ...change }),
  );
  return await guard.judge({ ...visitor, token });
}

describe('passes a press that is honest', () => {
  it.each([
    ['a tap', {}],
    ['no pointer trace', { moves: 0, downs: 0, keys: 0 }],
    ['assistive technology: no input at all', { via: 'none', moves: 0, downs: 0, keys: 0 }],
    ['assistive technology, at once', { via: 'none', moves: 0, downs: 0, keys: 0, since: 3 }],
    ['a driven browser, at once', { webdriver: true, since: 3 }],
    ['a mouse on a phone', { via: 'mouse' }],
    ['a key', { via: 'key', downs: 0, moves: 0 }],
    ['a pasted code and one second on the screen', { keys: 0, since: 1_000, page: 1_000 }],
    ['a driven browser', { webdriver: true }],
    ['a driven browser that plays a phone', { webdriver: true, platform: 'Linux' }],
    ['no client hints (http)', { platform: null, mobile: null }],
    ['half below something, pressed where it is seen', { covered: 4 / 9 }],
    ['a key while a bar lies over most of the button', { via: 'key', covered: 8 / 9 }],
  ] as const)('%s', async (_name, change) => {
    expect((await judge(change)).reasons).toEqual([]);
  });
});

describe('fails a press by its own evidence', () => {
  it.each([
    [['untrusted_event'], { trusted: false }],
    [['framed'], { framed: true }],
    [['hidden'], { hidden: true }],
    [['covered'], { hit: true }],
    [['covered'], { away: true }],
    [['covered'], { covered: 5 / 9 }],
    [['covered'], { via: 'key', covered: 1 }],
    [['forged'], { since: 60_000, page: 60_000 }],
    [['forged'], { since: 5_000, page: 4_000 }],
    [['untrusted_event', 'hidden'], { trusted: false, hidden: true }],
  ] as const)('%s', async (reasons, change) => {
    const judgement = await judge(change);
    expect(judgement.reasons).toEqual(reasons);
    expect(judgement.kitId).toMatch(/^kit-/);
  });
});

describe('suspicions', () => {
  const webView = { ...VISITOR, userAgent: VISITOR.userAgent.replace('; K)', '; K; wv)') };

  it('are recorded, and one alone fails no press', async () => {
    for (const change of [
      { webdriver: true },
      { platform: 'Windows' },
      { agent: '0'.repeat(16) },
      { since: 5 },
      { bridge: true },
    ] as const) {
      const { reasons, suspicions } = await judge(change);
      expect(suspicions).toHaveLength(1);
      expect(reasons).toEqual([]);
    }
    expect(await judge({}, webView)).toMatchObject({ reasons: [], suspicions: ['webview'] });
    expect(await judge({}, { ...VISITOR, requestedWith: 'com.some.game' })).toMatchObject({
      reasons: [],
      suspicions: ['webview'],
    });
    expect(await judge({}, { ...VISITOR, requestedWith: 'XMLHttpRequest' })).toMatchObject({
      suspicions: [],
    });
    expect(
      await judge({}, { ...webView, userAgent: `${webView.userAgent} FBAN/FB4A` }),
    ).toMatchObject({ suspicions: [] });
  });

  it('fail a press when they have two different causes', async () => {
    expect(
      (await judge({ webdriver: true, via: 'none', moves: 0, downs: 0, keys: 0 })).reasons,
    ).toEqual(['automation', 'no_trace']);
    expect((await judge({ since: 1 }, webView)).reasons).toEqual(['too_fast', 'webview']);
    expect((await judge({ webdriver: true }, webView)).reasons).toEqual(['automation', 'webview']);
  });
});

describe('a token that the page did not seal', () => {
  it('fails without a press', async () => {
    expect(await guard.judge({ ...VISITOR, token: await kitToken() })).toMatchObject({
      reasons: ['no_press'],
      kitId: expect.any(String),
    });
  });

  it('fails with the evidence of another kit', async () => {
    const [one, other] = [seal(await kitToken(), press()), await kitToken()];
    const moved = [other, ...one.split('.').slice(3)].join('.');
    expect((await guard.judge({ ...VISITOR, token: moved })).reasons).toEqual(['forged']);
  });

  it.each([
    ['a field of its own', { ...press(), extra: 1 }],
    ['a missing field', { trusted: true }],
    ['a wrong type', { ...press(), trusted: 'yes' }],
    ['a list', [press()]],
    ['null', null],
  ])('fails with %s in the evidence', async (_name, evidence) => {
    expect(
      (await guard.judge({ ...VISITOR, token: seal(await kitToken(), evidence) })).reasons,
    ).toEqual(['malformed']);
  });

  it('stores no phone number that a client wrote into the evidence', async () => {
    const { evidence } = await judge({ platform: '27821234567' });
    expect(JSON.stringify(evidence)).not.toContain('27821234567');
  });

  it('never passes and never throws after any change of a sealed token', async () => {
    const token = seal(await kitToken(), press());
    const character = fc.constantFrom(...'ABCxyz019-_=. ');
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        character,
        fc.boolean(),
        async (at, text, insert) => {
          const changed = token.slice(0, at) + text + token.slice(insert ? at : at + 1);
          fc.pre(changed !== token);
          expect((await guard.judge({ ...VISITOR, token: changed })).reasons).not.toEqual([]);
        },
      ),
    );
  });

  it('never passes and never throws for any text', async () => {
    const kit = await kitToken();
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json().map((json) => seal(kit, json)),
      fc.string().map((text) => `${kit}.${text}.${text}`),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (token) => {
        expect((await guard.judge({ ...VISITOR, token })).reasons).not.toEqual([]);
      }),
    );
  });
});
