/** A product that takes live ingest sessions, and Debian's FFmpeg as their publisher. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplyOf } from '@bonisa/contract/calls';
import { START } from '@bonisa/server/app.test-kit';
import { createProductWithCatalogue } from '@bonisa/viewers/viewer/viewer.test-kit';
import { freePort } from '../../../../scripts/free-ports.ts';

/** `.ci/run` installs it. Without it tests that need it are counted as skipped. */
export const FFMPEG = '/usr/bin/ffmpeg';
export const CHANNEL = 'radio-lamp';
/** Where viewers get files; the product answers under the same paths. */
export const MEDIA_URL = 'https://media.example.org';

export type LiveIngestProduct = Awaited<ReturnType<typeof createLiveIngestProduct>>;

/** The arguments that make a small test picture; `sound` or none. */
function picture(seconds: number, sound = true): string[] {
  const tone = sound ? ['-re', '-f', 'lavfi', '-i', 'sine=440:r=48000'] : [];
  return [
    ...['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=15', ...tone],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-c:a', 'aac'],
    ...['-t', `${seconds}`, '-f', 'flv'],
  ];
}

/** Starts the product with a stream key of {@link CHANNEL}; its clock goes as time does. */
export async function createLiveIngestProduct() {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-live-ingest-'));
  const port = await freePort();
  const product = await createProductWithCatalogue({
    DATA_DIR: folder,
    LIVE_INGEST_PORT: `${port}`,
    MEDIA_URL,
  });
  const began = performance.now();
  const ticking = setInterval(
    () => product.clock.moveTo(new Date(START.getTime() + performance.now() - began)),
    20,
  );
  const viewer = await product.signedIn();
  const { liveIngest } = product.app.media;
  const stop = await liveIngest.start();
  const { content } = product.app.siteContent;
  const channel = async () => (await content.liveChannels()).find(({ slug }) => slug === CHANNEL);
  const key = await liveIngest.service.rotateKey((await channel())?.id ?? 0, null);
  const address = `rtmp://127.0.0.1:${port}/live/${key}`;
  const publishers: ChildProcess[] = [];

  return {
    product,
    folder,
    /** The channel as pages show it. */
    channel,
    newest: async () => (await liveIngest.service.newest())[0],
    get: (url: string) => product.site.inject({ method: 'GET', url: url.replace(MEDIA_URL, '') }),

    async play(cap?: number) {
      const answer = await viewer.send('POST', '/api/play/live', {
        channel: CHANNEL,
        take_over: true,
        ...(cap === undefined ? {} : { max_height: cap }),
      });
      return answer as unknown as {
        status: number;
        body: Extract<ReplyOf<'playLive'>, { entitled: true }>;
      };
    },

    /** Pushes the test picture in real time. */
    push(sound = true): ChildProcess {
      const child = spawn(FFMPEG, [...picture(60, sound), address], { stdio: 'ignore' });
      publishers.push(child);
      return child;
    },

    /** Pushes so many seconds of the test picture, and stays connected without any more. */
    pushNoMoreThan(seconds: number): ChildProcess {
      const all = picture(seconds).filter((argument) => argument !== '-re');
      const { stdout } = spawnSync(FFMPEG, [...all, '-'], { maxBuffer: 50_000_000 });
      const child = spawn(
        FFMPEG,
        ['-v', 'error', '-fflags', 'nobuffer', '-i', '-', '-c', 'copy', '-f', 'flv', address],
        { stdio: ['pipe', 'ignore', 'ignore'] },
      );
      child.stdin?.on('error', () => undefined);
      child.stdin?.write(stdout);
      publishers.push(child);
      return child;
    },

    async close(): Promise<void> {
      for (const publisher of publishers) publisher.kill('SIGKILL');
      await stop();
      clearInterval(ticking);
      await product.close();
      await rm(folder, { recursive: true });
    },
  };
}
