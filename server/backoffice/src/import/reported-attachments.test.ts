import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Attachment, AttachmentTarget } from './attachments.ts';
import { ImportError } from './import-row.ts';
import { runReportedAttachments } from './run-attachments.ts';

const FILM = {
  ...{ what: 'film', kind: 'video', key: 'v-1', place: 'umuzi.mp4' },
  ...{ file: '/home/naledi/films/umuzi.mp4', title: 'Umuzi' },
} as unknown as Attachment;

const CAPTIONS = {
  ...{ what: 'captions', kind: 'video', key: 'v-1', place: 'umuzi.mp4', language: 'zu' },
  ...{
    label: 'isiZulu',
    file: fileURLToPath(
      new URL('../../../media/src/captions/cases/zero-length.srt', import.meta.url),
    ),
  },
} as unknown as Attachment;

function toldBy(film: AttachmentTarget['film'], attachments = [FILM]) {
  const told: unknown[] = [];
  let heard = (): void => undefined;
  const alive = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const reporter = {
    goesOn: async () => {
      told.push('goes on');
      heard();
    },
    end: async (...said: unknown[]) => void told.push(said),
  };
  const target: Partial<AttachmentTarget> = {
    film: async (...given) => film(...given),
    captions: async () => 'given',
    filmsSoFar: async () => ({ failed: [], waiting: 0 }),
  };
  const options = { attachments, target: target as AttachmentTarget };
  return { told, alive, sent: () => runReportedAttachments(options, reporter, 1) };
}

it('ends an import when its last film is sent, and says that it goes on until then', async () => {
  const { told, alive, sent } = toldBy(async () => {
    await alive;
    return 'given';
  });
  expect(await sent()).toEqual({ given: 1, unchanged: 0, waiting: 0, leftOut: [] });
  expect(told[0]).toBe('goes on');
  expect(told.at(-1)).toEqual(['done', [], []]);
  expect(told.filter((one) => one !== 'goes on')).toHaveLength(1);
});

it('stops an import with a refused file, and names no path of the machine', async () => {
  const { told, sent } = toldBy(async () => {
    throw new ImportError('is no film');
  });
  await expect(sent()).rejects.toThrow('/home/naledi/films/umuzi.mp4: is no film');
  expect(told.at(-1)).toMatchObject(['stopped', [{ place: 'files' }], []]);
  expect(JSON.stringify(told)).not.toContain('naledi');
});

it('lists the captions that are not shown', async () => {
  const { told, sent } = toldBy(async () => 'given', [CAPTIONS]);
  const line = 'umuzi.mp4: captions zu: line 6: it has no length';
  expect(await sent()).toEqual({ given: 1, unchanged: 0, waiting: 0, leftOut: [line] });
  expect(told.at(-1)).toEqual(['done', [], [line]]);
});

it('leaves an import that broke off for another reason to the list', async () => {
  const { told, sent } = toldBy(async () => {
    throw new Error('the line is gone');
  });
  await expect(sent()).rejects.toThrow('the line is gone');
  expect(told.filter((one) => one !== 'goes on')).toEqual([]);
});
