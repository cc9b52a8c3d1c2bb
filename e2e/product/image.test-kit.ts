/**
 * `deploy/Dockerfile` without a container: its instructions are read and done one after the other,
 * in folders. The stage that builds uses this machine's npm; the last one has a root of its own
 * with the few programs that `bookworm-slim` has and this needs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, matchesGlob, resolve } from 'node:path';
import { DockerfileParser, type Env, type JSONInstruction } from 'dockerfile-ast';
import { debianProgram } from '../../scripts/debian-program.ts';
import { endOf } from './process.test-kit.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What the last stage and the programs of deploy/ use of Debian. */
const PROGRAMS = ['sh', 'env', 'dirname', 'readlink', 'install', 'rm', 'sed'];
/** `node` of the base image. */
const USERS = { node: 1000, root: 0 } as const;

interface Instruction {
  readonly keyword: string;
  /** Such as `--from=build`. */
  readonly flags: string;
  readonly text: string;
  /** Those of ENTRYPOINT and CMD. */
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** What the Dockerfile says about the image's processes. */
export interface Image {
  /** The folder that is the image's root. */
  readonly root: string;
  readonly workdir: string;
  readonly uid: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly health: readonly string[];
  readonly volume: string;
  readonly stopSignal: NodeJS.Signals;
}

/** Does what the Dockerfile says, in `folder`. Throws for an instruction that is not known here. */
export function makeImage(folder: string): Image {
  const [building, last] = stagesOf(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
  if (!building || !last) throw new Error('the Dockerfile has two stages');
  const build = join(folder, 'build');
  buildStage(building, build);
  const root = join(folder, 'root');
  makeBase(root);
  return finish(last, build, root);
}

function stagesOf(text: string): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const one of DockerfileParser.parse(text).getInstructions()) {
    const keyword = one.getKeyword();
    if (keyword === 'FROM') stages.push([]);
    else
      stages.at(-1)?.push({
        keyword,
        flags: ((one as JSONInstruction).getFlags?.() ?? []).join(' '),
        text: (one.getArgumentsContent() ?? '').replaceAll(/\\\n/g, ' '),
        words: wordsOf(one as JSONInstruction),
        variables: keyword === 'ENV' ? variablesOf(one as Env) : {},
      });
  }
  return stages;
}

function wordsOf(instruction: JSONInstruction): string[] {
  return (instruction.getJSONStrings?.() ?? []).map((one) => JSON.parse(one.getValue()) as string);
}

function variablesOf(instruction: Env): Record<string, string> {
  return Object.fromEntries(
    instruction.getProperties().map((one) => [one.getName(), one.getValue() ?? '']),
  );
}

/** The stage that builds: in a folder with the files that `docker build` would get. */
function buildStage(stage: readonly Instruction[], root: string): void {
  let at = root;
  for (const { keyword, text } of stage) {
    if (keyword === 'WORKDIR') at = join(root, text);
    else if (keyword === 'COPY' && text === '. .') copyContext(at);
    else if (keyword === 'RUN') execFileSync('sh', ['-c', text], { cwd: at, stdio: 'pipe' });
    else throw new Error(`the stage that builds has ${keyword} ${text}`);
  }
}

/** The files of the clone, without those that deploy/Dockerfile.dockerignore names. */
function copyContext(to: string): void {
  const ignored = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.split('\n').filter((one) => one !== '')) {
    const isIgnored = ignored.some(
      (pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`),
    );
    if (isIgnored || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file), { verbatimSymlinks: true });
  }
}

/** Node's image of Debian 12, slim: Node, npm, the user `node`, and few programs. */
function makeBase(root: string): void {
  for (const folder of ['usr/local/bin', 'usr/local/lib/node_modules/npm', 'usr/bin', 'usr/lib'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['etc', 'tmp', 'proc', 'dev', 'var/lib', 'opt/yarn-v1'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name));
  mkdirSync(join(root, 'usr/lib64'));
  for (const name of PROGRAMS)
    execFileSync('cp', ['-L', debianProgram(name, 'coreutils'), join(root, 'usr/bin', name)]);
  execFileSync('cp', ['-L', process.execPath, join(root, 'usr/local/bin/node')]);
  symlinkSync('../lib/node_modules/npm', join(root, 'usr/local/bin/npm'));
  writeFileSync(
    join(root, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n',
  );
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
}

function finish(stage: readonly Instruction[], build: string, root: string): Image {
  let [workdir, uid, volume, command, entrypoint, health] = ['/', 0, '', [], [], []] as [
    string,
    number,
    string,
    readonly string[],
    readonly string[],
    readonly string[],
  ];
  let variables: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  let stopSignal: NodeJS.Signals = 'SIGTERM';
  for (const { keyword, flags, text, words, variables: more } of stage) {
    if (keyword === 'ENV') variables = { ...variables, ...more };
    else if (keyword === 'WORKDIR') {
      workdir = text;
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (keyword === 'RUN') runIn(root, text);
    else if (keyword === 'COPY' && flags === '--from=build')
      copyStage(text, build, join(root, workdir));
    else if (keyword === 'USER') uid = USERS[text as keyof typeof USERS];
    else if (keyword === 'VOLUME') volume = text;
    else if (keyword === 'STOPSIGNAL') stopSignal = text as NodeJS.Signals;
    else if (keyword === 'HEALTHCHECK') health = JSON.parse(text.slice(text.indexOf('[')));
    else if (keyword === 'ENTRYPOINT') entrypoint = words;
    else if (keyword === 'CMD') command = words;
    else if (keyword !== 'EXPOSE') throw new Error(`the last stage has ${keyword} ${text}`);
  }
  return {
    root,
    workdir,
    uid,
    variables,
    volume,
    stopSignal,
    health,
    command: [...entrypoint, ...command],
  };
}

function copyStage(text: string, build: string, to: string): void {
  const paths = text.split(/\s+/);
  const target = paths.pop() ?? '';
  for (const path of paths) {
    const into = target.endsWith('/') ? join(target, path.split('/').at(-1) ?? '') : target;
    // As Docker: links stay links, and all belongs to root.
    execFileSync('cp', ['-a', '--no-preserve=ownership', join(build, path), resolve(to, into)]);
  }
}

/** Does a RUN with the root of the image, as root. */
function runIn(root: string, text: string): void {
  const program = debianProgram('bwrap', 'bubblewrap');
  execFileSync(program, ['--bind', root, '/', ...system(), '--', 'sh', '-c', text]);
}

/** Libraries, devices and processes, which each root gets of this machine. */
function system(): string[] {
  const library = readlinkSync('/lib') === 'usr/lib' ? '/usr/lib' : '/lib';
  const loaders = existsSync('/usr/lib64') ? ['--ro-bind', '/usr/lib64', '/usr/lib64'] : [];
  return ['--ro-bind', library, '/usr/lib', ...loaders, '--proc', '/proc', '--dev', '/dev'];
}

/** Why an image cannot be started here; undefined where it can. */
export function sandboxProblem(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root, to become the user of the image';
  try {
    const program = debianProgram('bwrap', 'bubblewrap');
    const become = ['--reuid=1000', '--regid=1000', '--clear-groups', program];
    execFileSync('setpriv', [...become, '--unshare-net', '--ro-bind', '/', '/', '--', 'true'], {
      stdio: 'pipe',
    });
    return undefined;
  } catch (error) {
    return `needs namespaces: ${error instanceof Error ? error.message : error}`.split('\n', 1)[0];
  }
}

/**
 * Starts the image as `docker run --read-only --tmpfs /tmp --network none` does: as its user, with
 * its root read-only, `data` as its volume, and no network but the loopback address of its own.
 */
export async function startImage(image: Image, data: string, more: Record<string, string>) {
  chmodSync(data, 0o700);
  execFileSync('chown', [`${image.uid}:${image.uid}`, data]);
  const variables = Object.entries({ ...image.variables, ...more });
  const child = spawn(
    'setpriv',
    [
      `--reuid=${image.uid}`,
      `--regid=${image.uid}`,
      '--clear-groups',
      debianProgram('bwrap', 'bubblewrap'),
      ...['--unshare-net', '--die-with-parent', '--info-fd', '3', '--clearenv'],
      ...['--ro-bind', image.root, '/', ...system(), '--tmpfs', '/tmp'],
      ...['--bind', data, image.volume, '--chdir', image.workdir],
      ...variables.flatMap(([name, value]) => ['--setenv', name, value]),
      '--',
      ...image.command,
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = endOf(child);
  let told = '';
  for await (const part of child.stdio[3] as AsyncIterable<Buffer>) {
    told += part;
    if (told.includes('}')) break;
  }
  const pid = (JSON.parse(told) as { 'child-pid': number })['child-pid'];
  const entered = [`--target=${pid}`, '-U', '-m', '-n', `-S${image.uid}`, `-G${image.uid}`];
  return {
    child,
    output: () => output,
    ended,
    stop: () => process.kill(pid, image.stopSignal),
    /** Runs a command in the image, as `docker exec` does. */
    exec: async (words: readonly string[]) => {
      const asked = spawn('nsenter', [...entered, `--wdns=${image.workdir}`, ...words], {
        env: { ...image.variables, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [asked.stdout, asked.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
      const [code] = await once(asked, 'close');
      return { code: code as number, said };
    },
  };
}
