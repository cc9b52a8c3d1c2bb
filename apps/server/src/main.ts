import { type Command, commandLineOf } from '@bonisa/kit/command-line';
import { ConfigError } from '@bonisa/kit/config-error';
import { DataDirLockedError } from '@bonisa/kit/database/data-dir-lock';
import { createLogger } from '@bonisa/kit/logger';
import { type Config, readConfig } from './config.ts';

const COMMAND = {
  name: 'start',
  about: `Starts the product: pages, calls, jobs and the studio, as ROLE says. Without variables it is a
demo with an embedded database and simulated carriers. 'npm run jobs' is ROLE=jobs. SIGTERM and
SIGINT stop it in order. Before a first start in production: npm run check-config.`,
  usage: ['start', 'run jobs'],
  variables: {
    MODE: 'demo (default) or production',
    'PORT, HOST': 'where the site listens (3000, 127.0.0.1)',
    'OPS_PORT, STUDIO_PORT': 'operations (3001) and the studio (3002)',
    PUBLIC_URL: "the site's address as the world sees it",
    ROLE: 'all (default), pages, api or jobs',
    'DATABASE_URL, DATA_DIR': 'a PostgreSQL server; scratch space and the embedded database',
    FILE_STORE: 'file:///folder or s3://bucket/prefix?endpoint=…&region=…',
    'SECRET_KEY, CARRIER_…, BRAND_…': 'secrets, the carrier, the brand',
    ENV_FILE: 'a file of variables instead of .env, or none',
  },
  exits: { 0: 'it was stopped', 1: 'it cannot start, or a part of it was lost' },
} as const satisfies Command;

if (commandLineOf(COMMAND)) await start();

/**
 * The one process: reads the environment, starts the product, and stops it on a signal. The
 * product's modules are imported after the environment is read: a mistyped variable is reported at
 * once.
 */
async function start(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const logger = createLogger(config.logLevel);
    // After such an error the state of the process is unknown: it logs one line and exits, to be
    // started again. (Standard output is synchronous.)
    process.on('uncaughtException', (error, origin) => {
      logger.fatal({ err: error, origin }, 'an error that nothing caught: the process ends');
      process.exit(1);
    });
    let asked: string | undefined;
    let stop = (reason: string): void => {
      // A signal during the start: the process ends as soon as everything that has begun can be
      // stopped in order.
      asked ??= reason;
    };
    process.on('SIGTERM', () => stop('SIGTERM'));
    process.on('SIGINT', () => stop('SIGINT'));
    const { startProduct } = await import('./lifecycle.ts');
    const product = await startProduct(config, logger);
    let stopping = false;
    stop = (reason) => {
      // Asked twice: the operator does not want to wait for the drain window.
      if (stopping) return product.hurry();
      stopping = true;
      const began = performance.now();
      logger.info({ reason, drain_seconds: config.drainMs / 1000 }, 'stopping');
      product.stop().then(
        () => logger.info({ seconds: roundedSecondsSince(began) }, 'stopped'),
        (error: unknown) => {
          logger.error({ err: error }, 'the stop did not complete cleanly');
          process.exitCode = 1;
        },
      );
    };
    if (asked) stop(asked);
    void product.ready.then(() =>
      process.stdout.write(
        `${[greeting(product.brandName, config), ...product.studioLines].join('\n')}\n`,
      ),
    );
    product.lost.then((what) => {
      logger.error({ what }, 'a part of the product has stopped');
      process.exitCode = 1;
      stop(what);
    });
  } catch (error) {
    if (error instanceof ConfigError)
      for (const problem of error.problems) console.error(`Cannot start: ${problem}`);
    else if (error instanceof DataDirLockedError) console.error(`Cannot start: ${error.message}`);
    else console.error(`Cannot start: ${await explain(error)}`);
    process.exitCode = 1;
  }
}

/** Seconds since `began` (of `performance.now()`), rounded to a tenth. */
function roundedSecondsSince(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10;
}

function greeting(brandName: string, config: Config): string {
  const lines = [
    `${brandName} is up: ${config.publicUrl}`,
    `  operations   http://localhost:${config.opsPort}/metrics`,
    `  calls        ${config.publicUrl}/docs`,
  ];
  if (config.simulatesCarriers) {
    lines.push(
      `  handset      http://localhost:${config.simulator.port}   (the simulated carriers: OTPs arrive here)`,
    );
    lines.push(
      `  as a phone   http://localhost:${config.simulator.port + 1}   (the site on the mobile network)`,
    );
  }
  return lines.join('\n');
}

async function explain(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as Error & { code?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `port ${port} is in use by another program; stop it, or choose another port (PORT, OPS_PORT, STUDIO_PORT, CARRIER_SIM_PORT)`;
  if (process.env.LOG_LEVEL === 'debug') return error.stack ?? error.message;
  // The message of a refused statement contains its whole text; its cause says why in one line.
  const { DrizzleQueryError } = await import('drizzle-orm');
  const told = error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  return told.message.split('\n', 1)[0] ?? told.message;
}
