import { expect, it } from 'vitest';
import type { Attachment, AttachmentTarget } from './attachments.ts';
import { ImportError } from './import-row.ts';
import { runAttachments } from './run-attachments.ts';

const attachments = Array.from({ length: 20 }, (_, at): Attachment => {
  const what = { what: 'picture', use: 'poster', x: 0.5, y: 0.5 } as const;
  const from = { url: `https://pictures.example/${at}.jpg` };
  return { place: `item ${at}`, kind: 'video', key: `v-${at}`, ...what, from };
});

/** A target that only takes pictures, and what it was given. */
function pictureTarget() {
  const given: string[] = [];
  const none = () => Promise.reject(new Error('only pictures are sent'));
  const target: AttachmentTarget = {
    picture: async ({ key }, bytes) => {
      given.push(`${key} ${bytes.toString()}`);
      return 'given';
    },
    hasFilm: none,
    filmsSoFar: async () => ({ failed: [], waiting: 0 }),
    film: none,
    captions: none,
  };
  return { target, given };
}

it('pictures at addresses are fetched eight at a time, and sent in their order', async () => {
  const { target, given } = pictureTarget();
  const begun: { url: string; answer: (bytes: Buffer) => void }[] = [];
  const fetchPicture = (url: string): Promise<Buffer> => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    begun.push({ url, answer: resolve });
    return promise;
  };
  const run = runAttachments({ attachments, target, fetchPicture });
  const answer = (at: number) => begun[at]?.answer(Buffer.from(String(at)));
  await expect.poll(() => begun.length).toBe(8);
  // The last of them arrives first: it waits for its turn, and nothing more is begun.
  answer(7);
  answer(0);
  await expect.poll(() => begun.length).toBe(9);
  for (let at = 1; at < attachments.length; at += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(at);
    answer(at);
  }
  expect(await run).toMatchObject({ given: 20 });
  expect(given).toEqual(attachments.map(({ key }, at) => `${key} ${at}`));
  expect(begun.map(({ url }) => url)).toEqual(
    attachments.map((_, at) => `https://pictures.example/${at}.jpg`),
  );
});

it('a picture that cannot be fetched keeps no other from its place', async () => {
  const { target, given } = pictureTarget();
  const fetchPicture = async (url: string): Promise<Buffer> => {
    if (/\/(?:3|12)\./.test(url)) throw new ImportError('answers with 404');
    return Buffer.from('picture');
  };
  const run = runAttachments({ attachments, target, fetchPicture });
  await expect(run).rejects.toMatchObject({
    lines: [3, 12].map((at) =>
      expect.stringMatching(`^item ${at}: .*/${at}.jpg: answers with 404`),
    ),
  });
  expect(given).toHaveLength(18);
});
