import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { childBoxes, readFragment, readTracks, uint32, writeBox } from './boxes.ts';
import { ladderFor, withHeAac } from './encoding-ladder.ts';
import { libraryTool } from './library-tool.ts';
import { chooseSound } from './package-source.ts';
import { createPackager } from './packager.ts';
import { createProgramTool, outputsOf } from './program-tool.ts';

const programs = { ffmpeg: '/usr/bin/ffmpeg', ffprobe: '/usr/bin/ffprobe' };
const RATE = { num: 25, den: 1 };
const plans = ladderFor({ width: 640, height: 360, frameRate: RATE, hasAudio: true });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-he-aac-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program in place of FFmpeg that writes these messages. */
async function programThatSays(name: string, messages: string) {
  const ffmpeg = join(folder, name);
  await writeFile(ffmpeg, `#!/bin/sh\ncat >&2 <<'END'\n${messages}\nEND\n`, { mode: 0o755 });
  return createProgramTool({ ...programs, ffmpeg });
}

describe('HE-AAC', () => {
  it('has the low rates of sound at three quarters or less, and AAC-LC keeps the others', () => {
    expect(withHeAac(plans).map(({ audioRate, soundCodec }) => [audioRate, soundCodec])).toEqual([
      [24_000, 'he-aac-v2'],
      [32_000, 'he-aac-v2'],
      [64_000, 'aac'],
    ]);
    expect(withHeAac(plans.map((plan) => ({ ...plan, audioRate: 0 })))[0]?.soundCodec).toBe('aac');
  });

  it('is chosen only where it is wanted, the tool has it, and nothing is composed', async () => {
    const tool = { heAacDelay: async () => 7106 };
    const wanted = { heAac: true, effort: 'thorough' } as const;
    const chosen = await chooseSound(tool, wanted);
    expect(chosen.heAacDelay).toBe(7106);
    expect(chosen.inCodec(plans)).toEqual(withHeAac(plans));
    for (const task of [
      { ...wanted, heAac: false },
      { ...wanted, effort: 'quick' as const },
    ]) {
      const other = await chooseSound(tool, task);
      expect(other.inCodec(plans)).toEqual(plans);
      expect(other.lacksHeAac).toBeUndefined();
    }
    const lacking = await chooseSound(libraryTool, wanted);
    expect(lacking.inCodec(plans)).toEqual(plans);
    expect(lacking.lacksHeAac).toBe(true);
  });

  it('is found in an FFmpeg by encoding, which says by how much sound is delayed', async () => {
    const line = 'encoder -> type:audio pkt_pts:-7106 pkt_pts_time:-0.148042 pkt_dts:-7106';
    expect(await (await programThatSays('whole', `x\n${line}`)).heAacDelay()).toBe(7106);
    expect(await (await programThatSays('odd', 'nothing')).heAacDelay()).toBeUndefined();
    const failing = join(folder, 'failing');
    await writeFile(failing, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const tool = createProgramTool({ ...programs, ffmpeg: failing });
    expect(await tool.heAacDelay()).toBeUndefined();
  });

  it('begins on a packet at zero: silence fills the delay up to whole packets', () => {
    const source = { videoIndex: 0, audio: [{ index: 1 }], seconds: 2, start: 0, upright: '' };
    const args = outputsOf(source as never, {
      codec: 'h264',
      renditions: withHeAac(plans),
      rate: RATE,
      effort: 'thorough',
      loudness: [''],
      heAacDelay: 7106,
      fileFor: ({ height }) => `${height}.mp4`,
      onProgress: () => undefined,
    }).join(' ');
    expect((7106 + 1086) % 2048).toBe(0);
    expect(args).toContain('[s144a]adelay=1086S:all=1,asetpts=PTS-1086/48000/TB[a144]');
    expect(args).toContain('[s360a]anull[a360]');
    expect(args).toContain('-map [a240] -c:a libfdk_aac -profile:a aac_he_v2 -b:a 32000');
    expect(args).toContain('-map [a360] -c:a aac -b:a 64000');
  });

  it('is read from an init segment, as are AAC-LC and HE-AAC of version 1', () => {
    const codecOf = (config: string) => {
      // As fdk-aac and FFmpeg write it, with lengths of four bytes.
      const info = `05808080${(config.length / 2).toString(16).padStart(2, '0')}${config}`;
      const es = `0380808024000100048080801640150000000000007d0000007d00${info}`;
      const esds = writeBox(
        'esds',
        uint32(0),
        Buffer.from(es.replace('150000000000', '1500000000'), 'hex'),
      );
      const entry = writeBox('mp4a', Buffer.alloc(28), esds);
      const stbl = writeBox('stbl', writeBox('stsd', uint32(0), uint32(1), entry));
      const handler = writeBox('hdlr', Buffer.alloc(8), Buffer.from('soun'));
      const mdia = writeBox(
        'mdia',
        writeBox('mdhd', Buffer.alloc(24)),
        handler,
        writeBox('minf', stbl),
      );
      const trak = writeBox('trak', writeBox('tkhd', Buffer.alloc(24)), mdia);
      return readTracks(writeBox('moov', trak))[0]?.codec;
    };
    expect(['eb098800', '2b118800', '1190'].map(codecOf)).toEqual([
      'mp4a.40.29',
      'mp4a.40.5',
      'mp4a.40.2',
    ]);
    expect(() => codecOf('')).toThrow(RangeError);
  });
});

describe.runIf(existsSync(programs.ffmpeg))('the FFmpeg of the system, asked for HE-AAC', () => {
  it('encodes it where it can, else AAC-LC, which is said once; sound begins at zero', async () => {
    const file = join(folder, 'source.mp4');
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=256x144:rate=25:duration=2'];
    const sound = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=2', '-c:a', 'aac'];
    execFileSync(programs.ffmpeg, ['-v', 'error', ...picture, ...sound, file]);
    const lack = vi.fn();
    const packager = createPackager({ loudness: -23, programs, heAac: true }, lack);
    const control = { onProgress: () => undefined, signal: new AbortController().signal };
    const canEncode = (await createProgramTool(programs).heAacDelay()) !== undefined;
    for (const _ of [1, 2]) {
      const to = await mkdtemp(join(folder, 'out-'));
      const task = { file, folder: to, effort: 'thorough' } as const;
      const { renditions } = await packager(task, control);
      const codec = canEncode ? 'mp4a.40.29' : 'mp4a.40.2';
      expect(renditions.map(({ codecs }) => codecs.split(',').at(-1))).toEqual([codec, codec]);
      const segment = await readFile(join(to, 'audio', '0.m4s'));
      const [moof] = childBoxes(segment);
      expect(readFragment(segment.subarray(0, moof?.end))[0]?.start).toBe(0);
    }
    expect(lack).toHaveBeenCalledTimes(canEncode ? 0 : 1);
  });
});
