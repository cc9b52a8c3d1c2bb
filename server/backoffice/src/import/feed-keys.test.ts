import { describe, expect, it } from 'vitest';
import { feedKey, feedSource } from './feed-keys.ts';
import { type FeedOrigin, rowsOfFeed } from './mrss-source.ts';

const keyOf = (head: string, from?: FeedOrigin, guid = '1') =>
  rowsOfFeed(
    `<rss><channel>${head}<item><guid>${guid}</guid><title>T</title></item></channel></rss>`,
    from,
  )[0]?.row.key;

describe('the key of an item', () => {
  it.each<[string, string, FeedOrigin | undefined]>([
    ['a.example/1', '<link>https://a.example/</link>', undefined],
    ['a.example/1', '<link>http://www.A.example/films?x=1</link>', undefined],
    ['a.example/1', '<link>a.example</link><title>A</title>', undefined],
    ['a.example/1', '<link>https://a.example</link>', { address: 'https://hub.example/a.xml' }],
    ['hub.example:8443/1', '<title>A</title>', { address: 'https://hub.example:8443/a.xml' }],
    ['films-of-a/1', '<title>Films of A</title>', undefined],
    ['partner-a/1', '<link>https://hub.example</link>', { source: 'partner-a' }],
    ['1', '', undefined],
  ])('is %s after %s', (key, head, from) => {
    expect(keyOf(head, from)).toBe(key);
  });

  it('ends with a hash where it would be too long, another one for another guid', () => {
    const source = feedSource({
      ...{ named: undefined, address: undefined, title: undefined },
      link: 'https://a.example',
    });
    const [one, other] = ['x', 'y'].map((end) => feedKey(source, `${'0'.repeat(199)}${end}`));
    expect(one).toMatch(/^a\.example\/[0-9a-f]{64}$/);
    expect(other).not.toBe(one);
    expect(feedKey(source, '0'.repeat(190))).toHaveLength(200);
  });
});
