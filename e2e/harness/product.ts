/**
 * The product under test: one for the whole run, started as `npm start` does, on free ports and in
 * its own folder. A vitest global setup; the test files get its addresses by `inject('product')`
 * and wait for it in {@link productReady}.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../scripts/free-ports.ts';
import { waitUntil } from './wait-until.ts';

/** The product's addresses, the only thing that these tests know of it. */
export interface Product {
  readonly site: string;
  readonly ops: string;
  readonly studio: string;
  readonly carrier: string;
  /** The site as a handset on the mobile network reaches it. */
  readonly mobile: string;
  /** The file with the product's output; '' if another process started it. */
  readonly log: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    product: Product;
  }
}

const ROOT = join(import.meta.dirname, '../..');
/** A first start prepares a clip, which takes long on a busy machine. */
const READY_WITHIN_MS = 480_000;

/**
 * Starts the product without waiting, so that other tests can run meanwhile. `E2E_PRODUCT`
 * (`site,ops,carrier,log,studio`: ports and the log file) uses a running product, started with
 * TEST_CLOCK=1 and LIMITS=off: `npm test` starts one for all groups, and a developer may do the
 * same.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_PRODUCT?.split(',');
  if (running) {
    const [site = 0, ops = 0, carrier = 0, , studio = 3002] = running.map(Number);
    project.provide('product', addresses({ site, ops, studio, carrier }, running[3] ?? ''));
    return async () => {};
  }
  const { product, stop } = await startProduct();
  project.provide('product', product);
  return stop;
}

/**
 * Starts a product on free ports with an empty DATA_DIR; `stop` ends it and removes its files.
 * `clips`: how many reels of the demo are painted, each 48 s of a title.
 */
export async function startProduct(
  clips = 1,
  env: Readonly<Record<string, string>> = {},
): Promise<{ product: Product; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-e2e-'));
  const [carrier, site] = [await freePort(2), await freePort(3)];
  const [ops, studio] = [site + 1, site + 2];
  const product = addresses({ site, ops, studio, carrier }, join(folder, 'product.log'));
  const log = openSync(product.log, 'w');
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      ENV_FILE: 'none',
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(site),
      OPS_PORT: String(ops),
      STUDIO_PORT: String(studio),
      CARRIER_SIM_PORT: String(carrier),
      DATA_DIR: join(folder, 'data'),
      TEST_CLOCK: '1',
      LIMITS: 'off',
      FRAUD_MODE: 'enforce',
      // Painting all shots and pictures takes minutes, and one reel is enough for the tests.
      DEMO_CLIPS: String(clips),
      ...env,
    },
  });
  closeSync(log);
  return { product, stop: () => stopProduct(child, product, folder) };
}

/** Ends the product by SIGTERM, which must give exit code 0, and soon. */
async function stopProduct(child: ChildProcess, product: Product, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  const told = readFileSync(product.log, 'utf8');
  rmSync(folder, { recursive: true, force: true });
  if (child.exitCode !== 0)
    throw new Error(
      `The product ended with ${child.exitCode ?? child.signalCode}. Its last lines:\n${lastLines(told)}`,
    );
}

/** Resolves once the product is ready; throws its last output lines if it fails. */
export async function productReady(product: Product): Promise<void> {
  try {
    await waitUntil('the product is ready', () => isReady(product), READY_WITHIN_MS);
  } catch (error) {
    const told = product.log
      ? lastLines(readFileSync(product.log, 'utf8'))
      : 'It was started elsewhere.';
    throw new Error(`The product did not become ready:\n${told}`, { cause: error });
  }
}

async function isReady({ site }: Product): Promise<boolean> {
  try {
    return (await fetch(`${site}/healthz/ready`)).ok;
  } catch {
    // The port is not open yet.
    return false;
  }
}

function addresses(
  { site, ops, studio, carrier }: Record<'site' | 'ops' | 'studio' | 'carrier', number>,
  log: string,
): Product {
  const at = (port: number): string => `http://localhost:${port}`;
  const own = { site: at(site), ops: at(ops), studio: at(studio) };
  return { ...own, carrier: at(carrier), mobile: at(carrier + 1), log };
}

function lastLines(text: string): string {
  return text.split('\n').slice(-30).join('\n');
}
