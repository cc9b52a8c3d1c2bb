/**
 * `npm run cdn-report -- FILE …`: what our player's requests in the access logs of CDNs say of
 * playbacks, a line for each log.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createGunzip } from 'node:zlib';
import type { Command } from '@bonisa/kit/command-line';
import { type CmcdReport, createCmcdReport } from '@bonisa/player/cmcd-log';
import { fileNamed, runCommand } from '../backup/command.ts';

const COMMAND = {
  name: 'cdn-report',
  about: `Reads access logs of CDNs, or of nginx, and says for each how playbacks went there: with CMCD=on
our player's requests for segments carry common media client data. The report of quality in the
studio has the same from players themselves; a play's id there is the sid of these requests.`,
  usage: ['run -s cdn-report -- FILE …'],
  arguments: 100,
  required: ['FILE'],
  meanings: {
    FILE: 'a log in any format that has the address with its query, plain or .gz',
  },
  variables: { CMCD: '`on` at the product, or no request carries the data' },
  exits: { 0: 'the logs were read', 1: 'one could not be read, or has no such request' },
} as const satisfies Command;

await runCommand(COMMAND, async ({ positionals }) => {
  const lines: string[] = [];
  for (const name of positionals) {
    const report = await reportOf(fileNamed([name])).catch((error: Error) => error);
    const isOfUse = !(report instanceof Error) && report.requests > 0;
    if (!isOfUse) process.exitCode = 1;
    lines.push(`${basename(name)}: ${wordsOf(report)}`);
  }
  return lines.join('\n');
});

async function reportOf(path: string): Promise<CmcdReport> {
  const report = createCmcdReport();
  const file = createReadStream(path);
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // What the file throws does not pass through a pipe by itself.
  if (input !== file) file.on('error', (error) => input.destroy(error));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    report.add(line);
  return report.read();
}

function wordsOf(report: CmcdReport | Error): string {
  if (report instanceof Error) return `cannot be read (${report.message})`;
  const { requests, plays, stalls, stalledPlays, throughput, buffer } = report;
  if (requests === 0) return 'no request has common media client data (is CMCD=on?)';
  const parts = [
    `${requests} requests of ${plays} plays`,
    `${stalls} after a stall, in ${stalledPlays} plays (${share(stalledPlays, plays)})`,
    ...(throughput === undefined ? [] : [`half have ${(throughput / 1e6).toFixed(1)} Mbit/s`]),
    ...(buffer === undefined ? [] : [`half have ${buffer.toFixed(1)} s in the buffer`]),
  ];
  return parts.join('; ');
}

function share(part: number, all: number): string {
  return `${((part / all) * 100).toFixed(1)} %`;
}
