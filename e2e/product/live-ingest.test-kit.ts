/**
 * The whole product with a live channel, and Debian's FFmpeg that sends a live ingest session to
 * it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createTestCatalogue,
  fillWithShowAndLive,
  mediaReady,
  publishEntries,
  video,
} from '@bonisa/content/catalogue.test-kit';
import { openPglite } from '@bonisa/kit/database/database';
import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { parse, type types } from 'hls-parser';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import {
  createBrowser,
  DRIZZLE_IMPORTS,
  demo,
  freePorts,
  startProcess,
  WITH_PAGES,
  waitUntilReady,
} from './process.test-kit.ts';

/** `.ci/run` installs it. Without it tests that need it are counted as skipped. */
export const FFMPEG = '/usr/bin/ffmpeg';
const STAFF = join(import.meta.dirname, '../../apps/server/src/commands/staff.process.ts');
export const CHANNEL = 'radio-lamp';
/** A channel without a schedule. */
export const OFF_AIR_CHANNEL = 'side-stage';
/** On a busy machine encoding is late. */
export const WITHIN = { timeout: 90_000, interval: 200 };

/** The arguments of a picture of one colour with a tone, so that a test sees what is on air. */
function picture(colour: string, tone: number): string[] {
  return [
    ...['-v', 'error', '-re', '-f', 'lavfi', '-i', `color=c=${colour}:s=640x360:r=25`],
    ...['-re', '-f', 'lavfi', '-i', `sine=${tone}:r=48000`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac'],
  ];
}

/** An API key with which entries can be written and published. */
function apiKey(variables: Record<string, string>): string {
  const scopes = 'catalogue:read,catalogue:write,catalogue:publish';
  const argv = ['--import', DRIZZLE_IMPORTS, STAFF, 'key', 'editor', scopes];
  const env = { PATH: process.env.PATH, ENV_FILE: 'none', ...variables };
  const { stdout } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
  return /bonisa_key_\S+/.exec(stdout)?.[0] ?? '';
}

/** A product in a folder, with a channel that shows its slate all day, and one off air. */
export async function createLiveProduct(folder: string) {
  copyTemplateTo(folder);
  const open = await openPglite(join(folder, 'database'));
  const { catalogue, editing } = await createTestCatalogue(open);
  await fillWithShowAndLive(editing);
  await publishEntries(editing, [
    {
      kind: 'liveChannel',
      slug: OFF_AIR_CHANNEL,
      title: 'Side Stage',
      tagline: 'When there is something on.',
      description: 'Nothing is planned here.',
      category: 'talk',
      genre: 'drama',
      languages: ['en'],
      headline: 'On now',
      published: true,
    },
  ]);
  await mediaReady(catalogue);
  await open.close();
  const [ports, rtmp] = [await freePorts(), await freePort()];
  const variables = demo(ports, folder, { LIVE_INGEST_PORT: `${rtmp}`, LIMITS: 'off' });
  const site = `http://127.0.0.1:${ports.site}`;
  const ops = createBrowser(`http://127.0.0.1:${ports.ops}`);
  let running = startProcess(variables, WITH_PAGES);
  await waitUntilReady(running, ports);

  return {
    site,
    carrier: `http://127.0.0.1:${ports.carrier}`,
    ops,

    /** Ends the whole process as a crash does. */
    async kill(): Promise<void> {
      running.child.kill('SIGKILL');
      await running.ended;
    },

    async start(): Promise<void> {
      running = startProcess(variables, WITH_PAGES);
      await waitUntilReady(running, ports);
    },

    /** Chooses a magenta film as the slate of the channel, as an editor does. */
    async giveSlate(): Promise<void> {
      mkdirSync(join(folder, 'uploads'), { recursive: true });
      const file = join(folder, 'uploads', 'slate.mp4');
      const made = picture('0xa000a0', 220).filter((argument) => argument !== '-re');
      expect(spawnSync(FFMPEG, [...made, '-t', '8', file]).status).toBe(0);
      const body = { file, title: 'Slate', effort: 'quick' };
      const { id, asset_id: assetId } = (await ops.call('POST', '/ops/ingest', body)).body;
      await this.jobDone(id);
      const rows = [
        { ...video({ slug: 'slate' }), assetId, published: false },
        { kind: 'liveChannel', key: CHANNEL, slate: 'slate' },
      ];
      const headers = { authorization: `Bearer ${apiKey(variables)}` };
      const studio = createBrowser(`http://localhost:${ports.studio}/studio/api`, headers);
      expect(await studio.call('POST', '/catalogue/batch', { rows })).toMatchObject({
        status: 200,
      });
    },

    jobDone: (id: string) =>
      vi.waitFor(async () => {
        expect((await ops.call('GET', `/ops/jobs/${id}`)).body).toMatchObject({ state: 'done' });
      }, WITHIN),

    newest: async () => (await ops.call('GET', '/ops/live-ingest')).body.data[0],

    /**
     * A new stream key, whose live ingest sessions are recorded. Returns the publisher's address.
     */
    async publishAddress(channel = CHANNEL): Promise<string> {
      const path = `/ops/live-ingest/${channel}/key`;
      const { status, body } = await ops.call('POST', path, { record_to: 'ekhaya' });
      expect(status).toBe(200);
      return `rtmp://127.0.0.1:${rtmp}/live/${body.stream_key}`;
    },

    async stop(): Promise<void> {
      running.child.kill('SIGKILL');
      await running.ended;
    },
  };
}

/** Sends a green picture and connects again whenever it is lost, as a camera does. */
export function keepPublishing(address: string): { pause(): void; go(): void; stop(): void } {
  let child: ChildProcess | undefined;
  let isOn = false;
  const connect = (): void => {
    if (!isOn) return;
    child = spawn(FFMPEG, [...picture('0x00a000', 440), '-f', 'flv', address], { stdio: 'ignore' });
    child.once('exit', () => setTimeout(connect, 250));
  };
  const pause = (): void => {
    isOn = false;
    child?.kill('SIGKILL');
  };
  return {
    pause,
    go() {
      isOn = true;
      connect();
    },
    stop: pause,
  };
}

/** Waits until the middle of the picture has a colour and playback goes on. */
export async function seen(page: Page, colour: 'green' | 'magenta'): Promise<void> {
  const from = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  await page.waitForFunction(
    ([wanted, before]) => {
      const video = document.querySelector('video');
      if (!video || video.videoWidth === 0 || video.currentTime <= before + 0.5) return false;
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      canvas?.drawImage(video, video.videoWidth / 2, video.videoHeight / 2, 1, 1, 0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
      const isGreen = green > 90 && red < 60 && blue < 60;
      const isMagenta = green < 60 && red > 90 && blue > 90;
      return wanted === 'green' ? isGreen : isMagenta;
    },
    [colour, from] as const,
    { timeout: 60_000, polling: 100 },
  );
}

/**
 * Reads a live playlist again and again, and keeps which file stood under which number; a number
 * that changes its file, or goes back, is a fault.
 */
export function followPlaylist(address: string) {
  const files = new Map<number, string>();
  const faults: string[] = [];
  let newest = 0;
  const read = async (): Promise<void> => {
    const answer = await fetch(address).catch(() => undefined);
    // A killed product does not answer.
    if (!answer) return;
    if (!answer.ok) return void faults.push(`${answer.status} ${await answer.text()}`);
    const playlist = parse(await answer.text()) as types.MediaPlaylist;
    const last = playlist.segments.at(-1)?.mediaSequenceNumber ?? 0;
    if (last < newest) faults.push(`${last} after ${newest}`);
    newest = last;
    for (const { mediaSequenceNumber, uri } of playlist.segments) {
      const file = uri.split('/').slice(-3).join('/');
      const known = files.get(mediaSequenceNumber);
      if (known && known !== file) faults.push(`${mediaSequenceNumber}: ${known}, then ${file}`);
      files.set(mediaSequenceNumber, file);
    }
  };
  let reading = Promise.resolve();
  const timer = setInterval(() => {
    reading = reading.then(read).catch((error: unknown) => void faults.push(String(error)));
  }, 500);
  return {
    faults,
    /** The assets in the order in which they were on air, each run once. */
    assets: () =>
      [...files]
        .sort(([one], [other]) => one - other)
        .map(([, file]) => file.split('/')[0] ?? '')
        .filter((asset, at, all) => asset !== all[at - 1]),
    files: () => [...files.values()],
    async stop(): Promise<void> {
      clearInterval(timer);
      await reading;
    },
  };
}
