// Playlists and segments are for entitled viewers, for a limited time, P3.
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { becomeSubscriber } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { advanceClock, HOUR } from './harness/ops.ts';
import { watchButton } from './harness/playback.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

interface Granted {
  playlist: string;
  captions: { src: string }[];
}

const at = (path: string): string => product().site + path;
const statusOf = async (path: string): Promise<number> => {
  const response = await fetch(at(path));
  await response.arrayBuffer();
  return response.status;
};
const linesOf = async (path: string): Promise<string[]> => {
  const text = await (await fetch(at(path))).text();
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
};
/** The address with one character of its signature changed. */
const tampered = (path: string): string =>
  path.replace(/[A-Za-z0-9](?=\/[^/]*\.m3u8)|(?<=\/media\/s\/[^/]*)[A-Za-z0-9](?=\/)/, (sign) =>
    sign === 'A' ? 'B' : 'A',
  );

describe('media', () => {
  it('opens to a subscriber by signed addresses that are valid for hours and not for days', async () => {
    const phone = await visit();
    await becomeSubscriber(phone, newHandset(product()), 'Monthly');
    // The demo's other clips follow while the site is running.
    const play = (video: string): Promise<Granted> =>
      waitUntil(
        `${video} can be played`,
        async () => {
          const answer = await phone.context.request.post(at('/api/play'), { data: { video } });
          return answer.ok() ? ((await answer.json()) as Granted) : undefined;
        },
        90_000,
      );
    const { playlist } = await play('isibane');
    const renditions = await linesOf(playlist);
    expect(renditions.length).toBeGreaterThanOrEqual(3);
    const [rendition = ''] = renditions;
    const segments = await linesOf(rendition);
    const [segment = ''] = segments;
    expect(segments.length).toBeGreaterThan(3);
    for (const address of [playlist, rendition, segment]) {
      expect(await statusOf(address)).toBe(200);
      expect(await statusOf(tampered(address))).toBe(403);
    }
    expect((await fetch(at(playlist))).headers.get('cache-control')).toBe('no-store');
    expect((await fetch(at(segment))).headers.get('cache-control')).toMatch(/public/);

    // Without the signature, with another one, or for another title: refused.
    const asset = segment.split('/')[4] ?? '';
    expect(await statusOf(`/media/s/x/${asset}/360/1.m4s`)).toBe(403);
    expect(await statusOf('/media/p/x/master.m3u8')).toBe(403);
    const another = asset.replace(/.$/, (sign) => (sign === '0' ? '1' : '0'));
    expect(await statusOf(segment.replace(asset, another))).toBe(403);

    await advanceClock(product(), 5 * HOUR);
    expect(await statusOf(playlist)).toBe(403);
    expect(await statusOf(rendition)).toBe(403);
    expect(await statusOf((await play('isibane')).playlist)).toBe(200);
    await advanceClock(product(), 13 * HOUR);
    expect(await statusOf(segment)).toBe(403);
  });

  it('shows a visitor the data cost, reveals no address, and leads into the flow and back', async () => {
    const phone = await visit();
    const { page } = phone;
    await phone.goto('/video/isibane');
    for (const price of ['R5.00', 'R10.00', 'R25.00'])
      await page.getByText(price).first().waitFor();
    await page
      .getByText(/first day is free/i)
      .first()
      .waitFor();
    const answer = await phone.context.request.post(at('/api/play'), {
      data: { video: 'isibane' },
    });
    expect(await answer.json()).toEqual({ entitled: false, reason: 'visitor' });
    await watchButton(page).tap();
    await page.waitForURL('**/enter-number*');
    expect(new URL(page.url()).searchParams.get('return')).toMatch(/^\/video\/isibane/);
  });
});
