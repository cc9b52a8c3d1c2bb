import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { COMMAND } from '@bonisa/content/editing/versions.service';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { halves } from '@bonisa/media/artwork/pictures.test-kit';
import { mediaUnderWay } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStaffCommand } from '../staff/staff-commands.ts';
import type { Attachment, AttachmentTarget } from './attachments.ts';
import { databaseAttachments } from './database-attachments.ts';
import { readFilmFolder } from './folder-source.ts';
import { httpAttachments } from './http-attachments.ts';
import type { FilesDone, FilesProgress } from './import-progress.ts';
import { ImportError, ImportTargetAway } from './import-row.ts';
import { readSource } from './import-source.ts';
import { checkAttachments, lineOf, refuseLinksOut, runAttachments } from './run-attachments.ts';
import { runImport } from './run-import.ts';
import { createStudioClient } from './studio-client.ts';

let product: TestProduct;
let folder: string;
let films: string;
/** A target serves one import. */
let targets: Record<'running' | 'stopped', () => AttachmentTarget>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attachments-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: join(folder, 'data') });
  await mediaUnderWay(product);
  await product.app.catalogue.editing.apply(ROWS);
  const { db, catalogue, files, clock, config } = product.app;
  await files.check();
  const url = await (await product.studio()).listen({ host: '127.0.0.1', port: 0 });
  const scopes: Scope[] = ['catalogue:read', 'catalogue:write', 'catalogue:publish'];
  const command = { command: 'key' as const, name: 'import', scopes, days: 1 };
  const [key = ''] = (await runStaffCommand(product.app.staff, command)).split('\n');
  const { service, editing } = catalogue;
  targets = {
    running: () => httpAttachments(createStudioClient({ url, key, pause: async () => undefined })),
    stopped: () =>
      databaseAttachments({ db, service, editing, files, dataDir: config.dataDir, clock }),
  };
  films = join(folder, 'films');
  await mkdir(films);
  await writeFile(join(films, 'umuzi.mp4'), Buffer.alloc(40_000, 7));
  await writeFile(join(films, 'umuzi.json'), '{"key": "v-1"}');
  await writeFile(join(films, 'umuzi.png'), await halves(300, 200).png().toBuffer());
  await writeFile(join(films, 'umuzi.zu.srt'), '1\n00:00:01,000 --> 00:00:02,000\nMolo\n');
});
afterAll(async () => {
  await product.close();
  // The built files of the studio may still be arriving there.
  await rm(folder, { recursive: true, maxRetries: 9 });
});

const once = (target: AttachmentTarget, attachments: readonly Attachment[]) =>
  runAttachments({ attachments, target });

/** Progress that is kept until the import is complete. */
function rememberedProgress(): FilesProgress {
  const none = { done: 0, refused: [] };
  let kept: FilesDone = none;
  return {
    state: async () => kept,
    record: async (done, refused) => {
      kept = { done, refused };
    },
    clear: async () => {
      kept = none;
    },
  };
}

describe.each(['running', 'stopped'] as const)('the files of a folder, to a %s product', (kind) => {
  it('give a title its film, picture and captions, and change nothing the second time', async () => {
    const { attachments } = await readFilmFolder(films);
    const other = join(folder, `${kind}.mp4`);
    await writeFile(other, Buffer.alloc(30_000, kind));
    const own = attachments.map((one) => (one.what === 'film' ? { ...one, file: other } : one));
    const first = await once(targets[kind](), own);
    expect(first.given).toBeGreaterThan(0);
    expect(await once(targets[kind](), own)).toEqual({
      given: 0,
      unchanged: 3,
      waiting: 1,
      leftOut: [],
    });
    const { library } = product.app.media;
    const { asset } = await library.describe({ kind: 'video', key: 'v-1' });
    expect(asset).toMatchObject({ title: 'Umuzi', state: 'processing' });
    const text = await library.captionsText({ kind: 'video', key: 'v-1' }, 'zu');
    expect(text.toString()).toContain('Molo');
    const { row } = await product.app.catalogue.artwork.find({ kind: 'video', key: 'v-1' });
    expect(row.artwork).toMatchObject({ all: { width: 300, height: 200 } });
  });

  it('leave captions with the same words as an editor named them', async () => {
    const { attachments } = await readFilmFolder(films);
    const captions = attachments.filter(({ what }) => what === 'captions');
    await once(targets[kind](), captions);
    const { media, catalogue } = product.app;
    const name = { kind: 'video', key: 'v-1' } as const;
    const given = { language: 'zu', label: 'isiZulu (full)', isDefault: true, text: undefined };
    await media.library.putCaptions(name, given, { by: COMMAND, audit: async () => undefined });
    const version = catalogue.service.currentVersion();
    const before = (await media.library.describe(name)).owner.captions;
    expect(await once(targets[kind](), captions)).toEqual({
      given: 0,
      unchanged: 1,
      waiting: 0,
      leftOut: [],
    });
    expect((await media.library.describe(name)).owner.captions).toEqual(before);
    expect(catalogue.service.currentVersion()).toBe(version);
  });

  it('keep captions as an editor left them until the words of the import change', async () => {
    const { library } = product.app.media;
    const name = { kind: 'video', key: 'v-1' } as const;
    const record = { by: COMMAND, audit: async () => undefined };
    const language = kind === 'running' ? 'nr' : 've';
    const file = join(folder, `words-${kind}.srt`);
    const place = { place: 'videos.0', ...name };
    const captions = { ...place, what: 'captions', file, language, label: 'Full' } as const;
    const cues = (words: string) => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;
    const bring = async (words: string) => {
      await writeFile(file, cues(words));
      return (await once(targets[kind](), [captions])).given;
    };
    const write = (words: string) => {
      const given = { language, label: 'Full', isDefault: false, text: cues(words) };
      return library.putCaptions(name, given, record);
    };
    const remove = () => library.removeCaptions(name, { language, isRestored: false }, record);
    const shown = async () => {
      const { captions: own } = (await library.describe(name)).owner;
      if (!own?.some((one) => one.language === language)) return null;
      const text = (await library.captionsText(name, language)).toString();
      return text.trim().split('\n').at(-1);
    };
    expect([await bring('First'), await shown()]).toEqual([1, 'First']);
    await remove();
    expect([await bring('First'), await shown()]).toEqual([0, null]);
    expect([await bring('Second'), await shown()]).toEqual([1, 'Second']);
    await write('Corrected');
    expect([await bring('Second'), await shown()]).toEqual([0, 'Corrected']);
    await remove();
    expect([await bring('Second'), await shown()]).toEqual([0, null]);
    await write('Added again');
    expect([await bring('Second'), await shown()]).toEqual([0, 'Added again']);
    expect([await bring('Third'), await shown()]).toEqual([1, 'Third']);
    await remove();
  });

  it('stay hidden where an editor hid those of the film, or added and removed the same', async () => {
    const { library } = product.app.media;
    const name = { kind: 'video', key: 'v-1' } as const;
    const record = { by: COMMAND, audit: async () => undefined };
    const file = join(folder, `hidden-${kind}.vtt`);
    await writeFile(file, `WEBVTT\n\n00:01.000 --> 00:02.000\n${kind}\n`);
    const place = { place: 'videos.0', ...name };
    const bring = async (language: string) => {
      const captions = { ...place, what: 'captions', file, language, label: language } as const;
      const { given } = await once(targets[kind](), [captions]);
      const { owner } = await library.describe(name);
      return [given, owner.captions?.find((own) => own.language === language)?.filesId];
    };
    const remove = (language: string, isRestored = false) =>
      library.removeCaptions(name, { language, isRestored }, record);
    const ofFilm = JSON.stringify([{ language: 'en', label: 'English' }]);
    await product.rows(`update media_assets set captions = '${ofFilm}'`);
    expect(await bring('en')).toEqual([1, expect.any(String)]);
    await remove('en');
    expect(await bring('en')).toEqual([0, null]);
    await remove('en', true);
    expect(await bring('en')).toEqual([0, undefined]);
    await product.rows(`update media_assets set captions = '[]'`);
    await product.rows(`update titles set imported_captions = null`);
    // An import that finds its words there gives nothing.
    const text = await readFile(file, 'utf8');
    const own = { language: 'ts', label: 'Xitsonga', isDefault: false, text };
    await library.putCaptions(name, own, record);
    expect(await bring('ts')).toEqual([0, expect.any(String)]);
    await remove('ts');
    expect(await bring('ts')).toEqual([0, undefined]);
  });

  it('send a film again whose packaging broke off, and name one that cannot be packaged', async () => {
    const file = join(folder, `broken-${kind}.mp4`);
    await writeFile(file, Buffer.alloc(20_000, `broken ${kind}`));
    const place = { place: 'videos.0', kind: 'video', key: 'v-1' } as const;
    const film = { ...place, what: 'film', file, title: 'Umuzi' } as const;
    expect(await once(targets[kind](), [film])).toEqual({
      given: 1,
      unchanged: 0,
      waiting: 1,
      leftOut: [],
    });
    const { library } = product.app.media;
    const jobOf = async () => {
      const { asset, next, job } = await library.describe({ kind: 'video', key: 'v-1' });
      return { ...job, assetState: (next ?? asset)?.state };
    };
    const fail = async (code: string): Promise<void> => {
      const { id = '', assetId = '' } = await jobOf();
      const why = sql`error_code = ${code}, error_text = 'why'`;
      const { db } = product.app;
      await db.execute(sql`update media_ingest_jobs set state = 'failed', ${why} where id = ${id}`);
      await db.execute(sql`update media_assets set state = 'failed' where id = ${assetId}`);
    };
    const first = await jobOf();
    await fail('disk_full');
    expect(await once(targets[kind](), [film])).toEqual({
      given: 1,
      unchanged: 0,
      waiting: 1,
      leftOut: [],
    });
    const second = await jobOf();
    expect(second).toMatchObject({ state: 'queued', assetState: 'processing' });
    expect(second.assetId).toBe(first.assetId);
    expect(second.id).not.toBe(first.id);
    expect(await once(targets[kind](), [film])).toEqual({
      given: 0,
      unchanged: 1,
      waiting: 1,
      leftOut: [],
    });
    await fail('no_video');
    await expect(once(targets[kind](), [film])).rejects.toThrow('could not be packaged: why');
    expect((await jobOf()).id).toBe(second.id);
  });

  it('send a film again whose asset was deleted in the library', async () => {
    const file = join(folder, `deleted-${kind}.mp4`);
    await writeFile(file, Buffer.alloc(20_000, `deleted ${kind}`));
    const place = { place: 'videos.0', kind: 'video', key: 'v-1' } as const;
    const film = { ...place, what: 'film', file, title: 'Umuzi' } as const;
    const give = () => once(targets[kind](), [film]);
    expect(await give()).toEqual({ given: 1, unchanged: 0, waiting: 1, leftOut: [] });
    const { library } = product.app.media;
    const named = async () => {
      const { asset, next } = await library.describe({ kind: 'video', key: 'v-1' });
      return (next ?? asset)?.id ?? '';
    };
    const deleted = await named();
    const { db } = product.app;
    await db.execute(sql`update media_ingest_jobs set state = 'done' where asset_id = ${deleted}`);
    await library.detach(
      { kind: 'video', key: 'v-1' },
      { mayHide: true, onlyNext: false },
      { by: COMMAND, audit: async () => undefined },
    );
    await library.remove(deleted);
    expect(await give()).toEqual({ given: 1, unchanged: 0, waiting: 1, leftOut: [] });
    expect(await named()).not.toBe('');
  });

  it('are refused by place and reason', async () => {
    const file = join(films, 'umuzi.json');
    const place = { place: 'videos.0', kind: 'video', key: 'v-1' } as const;
    const picture = { ...place, what: 'picture', use: 'all', x: 0, y: 0, from: { file } } as const;
    await expect(once(targets[kind](), [picture])).rejects.toThrow(
      /^videos\.0: picture \(all\).*JPEG, PNG, WebP or AVIF/,
    );
    const captions = { ...place, what: 'captions', file, language: 'xh', label: 'x' } as const;
    const { attachments } = await readFilmFolder(films);
    const sent: string[] = [];
    const both = {
      attachments: [picture, ...attachments],
      show: (line: string) => sent.push(line),
    };
    await expect(runAttachments({ ...both, target: targets[kind]() })).rejects.toThrow(
      /^videos\.0: /,
    );
    expect(sent).toContain('4 of 4 files');
    await expect(once(targets[kind](), [captions])).rejects.toBeInstanceOf(ImportError);
    const nowhere = { ...picture, key: 'nothing' };
    await expect(once(targets[kind](), [nowhere])).rejects.toThrow("'nothing'");
  });
});

describe('an import with files', () => {
  it.each([
    ['series.json', 4, 0],
    ['shelf.json', 1, 0],
    ['captions.json', 1, 2],
  ])('takes the example %s of the documentation', async (name, entries, files) => {
    const examples = join(import.meta.dirname, '../../../../packages/demo-content/import-examples');
    const { rows, attachments } = await readSource(join(examples, name), 'video');
    await checkAttachments(attachments);
    const { editing } = product.app.catalogue;
    const target = {
      apply: editing.apply,
      preview: (all: readonly object[]) => editing.preview(all),
    };
    expect(await runImport({ rows, target })).toMatchObject({ created: entries });
    const sent = await once(targets.stopped(), attachments);
    expect(sent).toEqual({ given: files, unchanged: 0, waiting: 0, leftOut: [] });
    if (files === 0) return;
    const { owner } = await product.app.media.library.describe({ kind: 'video', key: 'film-0007' });
    expect(owner.captions?.map(({ language, label }) => [language, label])).toEqual([
      ['zu', 'isiZulu'],
      ['en', 'English (SDH)'],
    ]);
  });

  it('says in a dry run what it would give, and names missing files', async () => {
    const { attachments } = await readFilmFolder(films);
    await checkAttachments(attachments);
    expect(attachments.map((one) => lineOf(one).split(' ')[0]).toSorted()).toEqual([
      ...['captions', 'film', 'picture'],
    ]);
    await expect(
      checkAttachments([{ ...(attachments[0] as Attachment), file: '/nowhere.mp4' } as Attachment]),
    ).rejects.toThrow('/nowhere.mp4 is no file');
  });

  it('goes on after an interruption without sending a file again', async () => {
    const { attachments } = await readFilmFolder(films);
    const sent: string[] = [];
    const progress = rememberedProgress();
    const target: AttachmentTarget = {
      picture: async () => {
        if (!sent.includes('broken')) {
          sent.push('broken');
          throw new Error('the line broke');
        }
        return 'given';
      },
      film: async () => {
        sent.push('film');
        return 'given';
      },
      captions: async () => 'given',
      filmsSoFar: async () => ({ failed: [], waiting: 0 }),
      hasFilm: async () => false,
    };
    const run = () => runAttachments({ attachments, target, progress });
    await expect(run()).rejects.toThrow('the line broke');
    await run();
    expect(sent.filter((one) => one === 'film')).toHaveLength(1);
  });

  it('names a file that was refused before an interruption again, and asks for it again', async () => {
    const { attachments } = await readFilmFolder(films);
    const [one] = attachments;
    const three = ['v-1', 'v-2', 'v-3'].map((key) => ({ ...(one as Attachment), key }));
    let isAway = true;
    let isRefused = true;
    const asked: string[] = [];
    const ask = async ({ key }: { key: string }) => {
      asked.push(key);
      if (key === 'v-1' && isRefused) throw new ImportError('it is no picture');
      if (key === 'v-2' && isAway) throw new ImportTargetAway('it does not answer');
      return 'given' as const;
    };
    const target = {
      picture: ask,
      film: ask,
      captions: ask,
      hasFilm: async () => false,
      filmsSoFar: async () => ({ failed: [], waiting: 0 }),
    };
    const progress = rememberedProgress();
    const shown: string[] = [];
    const show = (line: string) => void shown.push(line);
    const run = () => runAttachments({ attachments: three, target, progress, show });
    await expect(run()).rejects.toThrow('it does not answer');
    expect(shown.join()).toContain('it is no picture');
    isAway = false;
    await expect(run()).rejects.toThrow('it is no picture');
    expect(asked).toEqual(['v-1', 'v-2', 'v-1', 'v-2', 'v-3']);
    isRefused = false;
    await run();
    expect(asked.slice(5)).toEqual(['v-1', 'v-2', 'v-3']);
  });

  it('never reads what a link in the folder leads to', async () => {
    await symlink('/etc/hostname', join(films, 'link.jpg'));
    const { unread } = await readFilmFolder(films);
    expect(unread).toEqual(['link.jpg: is a link or no plain file']);
    const place = { place: 'videos.0', kind: 'video', key: 'v-1', what: 'picture' } as const;
    const from = { file: join(films, 'link.jpg') };
    const linked: Attachment = { ...place, use: 'all', x: 0, y: 0, from };
    await expect(refuseLinksOut([linked], films)).rejects.toThrow('leads out of the folder');
    await expect(checkAttachments([linked])).rejects.toThrow('is no file');
  });
});
