// Interfaces 'Start and stop': the check tries header enrichment, by which a number is proven.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { checkEnrichment, enrichmentFindings } from './enrichment.check.ts';

const RANDOM = 'kT4vNqZ8sW1xYp7LrB3mHc9DfJ6gQaUe';

function judged(secret: string | undefined, from: string[], trustProxy?: readonly string[]) {
  const listener = { name: 'karoo', secret, from };
  const found = enrichmentFindings(listener, { mode: 'production', trustProxy: trustProxy ?? [] });
  return found.map(({ level }) => level).join();
}

describe('header enrichment', () => {
  it('is an error where everybody behind our own proxy would be believed', () => {
    expect(judged(undefined, ['10.0.0.4'], ['10.0.0.0/8'])).toBe('error');
    expect(judged(undefined, ['10.0.0.0/8'], ['10.0.0.4'])).toBe('error');
    expect(judged(undefined, ['fd00::/8'], ['fd00::1'])).toBe('error');
    expect(judged(undefined, ['0.0.0.0/0'])).toBe('error');
  });

  it('is warned about with half a proof, and with addresses behind a proxy', () => {
    expect(judged(undefined, ['196.1.1.1'], ['10.0.0.4'])).toBe('warning');
    expect(judged(RANDOM, ['196.1.1.1'], ['10.0.0.4'])).toBe('warning');
    expect(judged('sixteen letters!', [])).toBe('warning');
  });

  it('is warned about where TRUST_PROXY cannot be read, beside all else', () => {
    const listener = { name: 'karoo', secret: undefined, from: ['196.1.1.1'] };
    const found = enrichmentFindings(listener, { mode: 'production', trustProxy: undefined });
    expect(found.map(({ level, says }) => `${level} ${says}`)).toEqual([
      expect.stringMatching(/^warning .*TRUST_PROXY/),
      expect.stringMatching(/^warning .*no secret/),
    ]);
  });

  it('is right when it is off, and with a secret', () => {
    expect(judged(undefined, [])).toBe('ok');
    expect(judged(RANDOM, [], ['10.0.0.4'])).toBe('ok');
    expect(judged(RANDOM, ['196.1.1.1', 'fd00::/8'])).toBe('ok');
  });

  it.each(['a secret of this länd', ' begins with a space', 'has a\ttab inside it'])(
    'is an error with a secret that no header carries whole: %j',
    (secret) => {
      const next = { name: 'karoo', secret: RANDOM, next: secret, from: [] };
      const said = JSON.stringify(enrichmentFindings(next, { mode: 'demo', trustProxy: [] }));
      expect(said).toContain('"level":"error"');
      expect(said).not.toContain(secret.trim());
    },
  );

  it('is believed by its secret and its addresses alone, whatever they are', () => {
    const secret = fc.stringMatching(/^[!-~]{32,64}$/);
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    const network = fc
      .tuple(fc.ipV4(), fc.integer({ min: 1, max: 32 }))
      .map((one) => one.join('/'));
    const from = fc.array(fc.oneof(address, network), { maxLength: 3 });
    fc.assert(
      fc.property(secret, from, (shown, addresses) => {
        expect(judged(shown, addresses)).toBe('ok');
      }),
    );
  });
});

describe('the enrichment of a configuration', () => {
  const checked = (
    variables: Record<string, string>,
    { refused = [], isSimulated = false }: { refused?: string[]; isSimulated?: boolean } = {},
  ) => checkEnrichment(readConfig(variables), new Set(refused), isSimulated);

  it('of simulated carriers is tried with the secret that a start generates', () => {
    expect(checked({}, { isSimulated: true })).toEqual([
      expect.objectContaining({
        level: 'ok',
        name: 'simulated carriers',
        says: expect.stringContaining('was tried'),
      }),
    ]);
  });

  it('of a carrier is off where nothing is set, and not judged where it is refused', () => {
    expect(checked({})).toEqual([expect.objectContaining({ level: 'ok' })]);
    expect(checked({}, { refused: ['ENRICHMENT_SECRET'] })).toEqual([]);
    expect(checked({}, { refused: ['CARRIERS'] })).toEqual([]);
  });
});
