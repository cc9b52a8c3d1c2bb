// The client is a package for another team: packed, installed outside the workspace, type-checked
// there, and run against the product.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import { askToSignIn } from '@bonisa/people/identity/devices/devices.test-kit';
import { createProductWithCatalogue } from '@bonisa/viewers/viewer/viewer.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
/** Node's own folder, so that npm runs on the Node of the tests. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;

const PROGRAM = `import { ApiError, createClient, NoAnswerError, type Schemas } from '@bonisa/client';

const baseUrl = process.env.SERVICE ?? '';
const call = createClient({ baseUrl, token: process.env.TOKEN ?? '', timeoutMs: 20_000 });

const refusalOf = async (made: Promise<unknown>): Promise<string> => {
  try {
    await made;
    return 'no refusal';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    if (error instanceof NoAnswerError) return error.reason;
    throw error;
  }
};

const viewer = await call('getViewer');
const channels = await call('getChannels');
const first: Schemas['ChannelCard'] | undefined = channels.data[0];
const channel = await call('queryChannel', { body: { slug: first?.slug ?? '' } });
const list = await call('getPlaylistOfToken', { body: {} });
const { csrfToken } = await call('getCsrfToken');
const client_id = 'television';
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
const asked = await call('startDeviceSignIn', { body: { client_id, device_kind: 'television' } });
const waiting = { client_id, grant_type, device_code: asked.device_code };
const approved = { ...waiting, device_code: process.env.DEVICE_CODE ?? '' };
const tokens = await call('createDeviceToken', { body: approved });
const device = createClient({ baseUrl, token: tokens.access_token });
const own = await device('getMyList', { body: {} });
const stranger = createClient({ baseUrl, token: 'nonsense' });
const nobody = createClient({ baseUrl: 'http://127.0.0.1:9' });
const people = createClient({
  baseUrl: process.env.STUDIO ?? '',
  token: process.env.KEY ?? '',
});
const csv = new Blob(['slug,title\\nisibane,Isibane\\n']);
const query = { format: 'csv' } as const;
const files = [
  await people('studioReadImport', { query, body: csv }),
  await people('studioReadImport', { query, body: new Uint8Array(await csv.arrayBuffer()) }),
  await people('studioReadImport', { query, body: csv.stream() }),
];
// @ts-expect-error: the file is the body
export const noFile = () => people('studioReadImport', { query });
// @ts-expect-error: an upload speaks tus, and is no call of this client
export const upload = () => people('studioSendUpload', { params: { id: 'x' } });
// @ts-expect-error: a call takes its own fields only
const wrong = call('queryChannel', { body: { slog: 'x' } });
process.stdout.write(
  JSON.stringify({
    signedIn: viewer.signed_in,
    same: channel.id === first?.id,
    list: list.videos.length,
    device: own.videos.length,
    rows: files.map(({ rows }) => rows.length),
    refusals: [
      await refusalOf(wrong),
      await refusalOf(stranger('getPlaylistOfToken', { body: {} })),
      await refusalOf(call('createSubscription', { body: {} })),
      await refusalOf(
        call('createSubscription', { body: {} }, { headers: { 'x-csrf-token': csrfToken } }),
      ),
      await refusalOf(nobody('getViewer')),
      await refusalOf(call('createDeviceToken', { body: waiting })),
      await refusalOf(device('getAccount')),
    ],
  }),
);
`;

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    outDir: 'out',
  },
  files: ['program.ts', 'process.d.ts'],
};

let product: Awaited<ReturnType<typeof createProductWithCatalogue>>;
let folder: string;
beforeAll(async () => {
  product = await createProductWithCatalogue();
  folder = await mkdtemp(join(tmpdir(), 'client-package-'));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

it('The packed client installs offline outside the workspace, type-checks strictly and works', async () => {
  const npm = (args: string[], cwd: string) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
      cwd,
      env: { ...process.env, PATH },
    });
  const packed = await npm(
    ['pack', '--json', '--workspace', 'packages/client', '--pack-destination', folder],
    ROOT,
  );
  const text = packed.stdout.slice(packed.stdout.indexOf('['));
  const [{ filename, files }] = JSON.parse(text) as [
    { filename: string; files: { path: string }[] },
  ];
  const outside = files.filter(({ path }) => !/^(build\/dist\/|package\.json|README)/.test(path));
  expect(outside).toEqual([]);
  await writeFile(join(folder, 'package.json'), '{"name":"another-team","type":"module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  await writeFile(
    join(folder, 'process.d.ts'),
    'declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } };',
  );
  await npm(['install', '--ignore-scripts', join(folder, filename)], folder);
  await run(process.execPath, [COMPILER, '-p', folder]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });

  const visitor = await product.signedIn();
  const { access_token: TOKEN } = (await visitor.call('bearerToken')).body;
  await product.site.listen({ host: '127.0.0.1', port: 0 });
  const { port } = product.site.server.address() as AddressInfo;
  const { device_code: DEVICE_CODE, user_code } = await askToSignIn(product.site);
  await visitor.call('answerDeviceRequest', { user_code, approve: true });
  const SERVICE = `http://127.0.0.1:${port}`;
  const studio = await product.studio();
  await studio.listen({ host: '127.0.0.1', port: 0 });
  const STUDIO = `http://127.0.0.1:${(studio.server.address() as AddressInfo).port}`;
  const key = { command: 'key' as const, name: 'Client', days: 1 };
  const made = await runStaffCommand(product.app.staff, { ...key, scopes: ['catalogue:write'] });
  const KEY = made.split('\n')[0] ?? '';
  const env = { PATH, SERVICE, STUDIO, KEY, TOKEN: String(TOKEN), DEVICE_CODE };
  const { stdout } = await run(process.execPath, [join(folder, 'out', 'program.js')], { env });
  expect(JSON.parse(stdout)).toEqual({
    signedIn: false,
    same: true,
    list: 0,
    device: 0,
    rows: [1, 1, 1],
    refusals: [
      'invalid_request',
      'invalid_token',
      'csrf_token_invalid',
      'missing_transaction_id',
      'network',
      'authorization_pending',
      'not_signed_in',
    ],
  });
});
