import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../e2e/harness/chromium.ts';
import { type BrowserTarget, browserTarget } from './browser-target.ts';
import { endChild } from './child.ts';
import {
  type InteractionFigures,
  interactionTable,
  measureInteractions,
} from './interactions.meter.ts';
import { loadNow, machine } from './machine.ts';
import { type Budget, INTERACTION_MS, PAGE, PAGE_ON_3G, PLAYING_PAGE } from './page.budgets.ts';
import { measurePage, type PageFigures, type PageQuestion } from './page.meter.ts';
import { createSignUp } from './sign-up.flow.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

const USAGE = `usage: npm run bench:page -- [options]

Measures pages as a cheap phone on a slow network has them, and how soon they answer a press.
  --site-url URL --carrier-url URL   a product that runs already (with FRAUD_MODE=observe); without them one is started
  --runs N      loads of which the median counts (5)
  --only PART   'pages' or 'interactions'
  --json        figures as JSON on the standard output, the table on the error output
  --check       fail where a budget is missed`;

interface Measured {
  readonly name: string;
  readonly budget: Budget | undefined;
  readonly figures: PageFigures;
  readonly load: number;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'site-url': { type: 'string' },
      'carrier-url': { type: 'string' },
      runs: { type: 'string', default: '5' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs: a whole number from 1 on');
  const { only } = values;
  if (only !== undefined && only !== 'pages' && only !== 'interactions')
    throw new Error("--only: 'pages' or 'interactions'");
  const say = values.json ? console.error : console.log;
  const browser = await launchChromium();
  const measured: Measured[] = [];
  let interactions: InteractionFigures[] = [];
  try {
    if (only !== 'interactions')
      await withEmptyPage(
        async (url) =>
          void measured.push(
            await measure(browser, { name: 'an empty page of a bare Fastify', url }, runs),
          ),
      );
    const target = await browserTarget(values['site-url'], values['carrier-url']);
    try {
      for (const page of only === 'interactions' ? [] : await pagesOf(target)) {
        measured.push(await measure(browser, page, runs));
        say(`${page.name}: measured`);
      }
      if (only !== 'pages') interactions = await interactionsOf(browser, target, runs);
    } finally {
      await target.stop();
    }
  } finally {
    await browser.close();
  }
  if (only !== 'interactions') say(`\n${report(measured)}`);
  if (only !== 'pages') say(`\n${interactionTable(interactions)}`);
  if (values.json)
    console.log(JSON.stringify({ machine: machine(), measured, interactions }, null, 2));
  const missed = [...measured.flatMap(missedOf), ...interactions.flatMap(slowOf)];
  for (const line of missed) console.error(`missed: ${line}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

type NamedPage = PageQuestion & { name: string; budget?: Budget };

async function measure(browser: Browser, page: NamedPage, runs: number): Promise<Measured> {
  const figures = await measurePage(browser, page, runs);
  return { name: page.name, budget: page.budget, figures, load: loadNow() };
}

/**
 * The pages of a first visit, of browsing and searching, the flow's first screen, a title, and the
 * same title for a subscriber; the first page also on 3G.
 */
async function pagesOf({ siteUrl, carrierUrl }: BrowserTarget): Promise<NamedPage[]> {
  const slug = await someVideo(siteUrl);
  const show = await firstOf(siteUrl, '/', /href="\/show\/([a-z0-9-]+)["?]/);
  const channel = await firstOf(siteUrl, '/channels', /href="\/channel\/([a-z0-9-]+)"/);
  const cookies = await cookiesOfSubscriber({ siteUrl, carrierUrl });
  const browsing = [
    { name: '/', url: `${siteUrl}/` },
    { name: '/channels', url: `${siteUrl}/channels` },
    { name: '/channel/:slug', url: `${siteUrl}/channel/${channel}` },
    { name: '/show/:slug', url: `${siteUrl}/show/${show}` },
    { name: '/?q=night, search', url: `${siteUrl}/?q=night` },
  ];
  return [
    ...browsing.map((page) => ({ ...page, budget: PAGE })),
    ...browsing.map((page) => ({
      ...page,
      name: `${page.name}, 3G`,
      budget: PAGE_ON_3G,
      network: '3g' as const,
    })),
    { name: '/enter-number', url: `${siteUrl}/enter-number`, budget: PAGE },
    { name: '/video/:slug, a visitor', url: `${siteUrl}/video/${slug}`, budget: PAGE },
    {
      name: '/video/:slug?play=1, a subscriber',
      url: `${siteUrl}/video/${slug}?play=1`,
      budget: PLAYING_PAGE,
      cookies,
      video: true,
    },
  ];
}

/** A South African number that nobody else has, after its country code. */
function newNumber(): string {
  return String(610_000_000 + Math.floor(Math.random() * 1_000_000));
}

async function cookiesOfSubscriber(
  target: Pick<BrowserTarget, 'siteUrl' | 'carrierUrl'>,
): Promise<ReadonlyMap<string, string>> {
  const { signUp, close } = createSignUp({ ...target, connections: 1 });
  const { cookies } = await signUp(`27${newNumber()}`);
  await close();
  return cookies;
}

async function interactionsOf(
  browser: Browser,
  { siteUrl, carrierUrl }: BrowserTarget,
  runs: number,
): Promise<InteractionFigures[]> {
  const cookies = await cookiesOfSubscriber({ siteUrl, carrierUrl });
  return await measureInteractions(
    browser,
    { siteUrl, cookies, number: () => `0${newNumber()}` },
    runs,
  );
}

function slowOf({ name, ms }: InteractionFigures): string[] {
  return ms > INTERACTION_MS ? [`${name}: ${Math.round(ms)} ms, at most ${INTERACTION_MS}`] : [];
}

/** The first title that home links to: titles that are not playable yet are in no list. */
async function someVideo(siteUrl: string): Promise<string> {
  return await firstOf(siteUrl, '/', /href="\/video\/([a-z0-9-]+)["?]/);
}

async function firstOf(siteUrl: string, path: string, link: RegExp): Promise<string> {
  const slug = link.exec(await (await fetch(siteUrl + path)).text())?.[1];
  if (!slug) throw new Error(`${path} leads to nothing that looks like ${link}`);
  return slug;
}

async function withEmptyPage(work: (url: string) => Promise<void>): Promise<void> {
  const child = fork(join(import.meta.dirname, 'bare-fastify.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    await work(`${url}/page`);
  } finally {
    await endChild(child, { signal: 'SIGTERM', withinMs: 5_000 });
  }
}

/** One line for each budget that a page misses. */
function missedOf({ name, budget, figures }: Measured): string[] {
  if (!budget) return [];
  const { lcp, cls, script, firstFrame, total, blocking } = figures;
  return [
    ...(budget.total !== undefined && total > budget.total
      ? [`${name}: ${kilobytes(total)} in all, at most ${kilobytes(budget.total)}`]
      : []),
    ...(budget.blocking !== undefined && blocking > budget.blocking
      ? [`${name}: blocked for ${Math.round(blocking)} ms, at most ${budget.blocking}`]
      : []),
    ...(budget.lcp !== undefined && lcp > budget.lcp
      ? [`${name}: LCP ${Math.round(lcp)} ms, at most ${budget.lcp}`]
      : []),
    ...(cls >= budget.cls ? [`${name}: CLS ${cls.toFixed(3)}, under ${budget.cls}`] : []),
    ...(script > budget.script
      ? [`${name}: script ${kilobytes(script)}, at most ${kilobytes(budget.script)}`]
      : []),
    ...(budget.firstFrame !== undefined && (firstFrame ?? Infinity) > budget.firstFrame
      ? [`${name}: first frame ${wordsOf(firstFrame)}, at most ${budget.firstFrame}`]
      : []),
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function report(measured: readonly Measured[]): string {
  const { cores, processor, memoryGB, node, system } = machine();
  const milliseconds = (value: number): string => shown(Math.round(value));
  const rows = measured.map(({ name, figures, load }) => [
    name,
    milliseconds(figures.lcp),
    figures.cls.toFixed(3),
    kilobytes(figures.script),
    figures.firstFrame === undefined ? '-' : milliseconds(figures.firstFrame),
    milliseconds(figures.blocking),
    kilobytes(figures.total),
    kilobytes(figures.html),
    kilobytes(figures.style),
    kilobytes(figures.font),
    kilobytes(figures.picture),
    String(figures.requests),
    figures.largest,
    String(load),
  ]);
  return [
    `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}`,
    '360 px, 1.6 Mbit/s and 150 ms (3G: 700 kbit/s and 300 ms), processor four times slower, cold; medians',
    '',
    table(
      [
        'page',
        'LCP ms',
        'CLS',
        'script',
        'first frame ms',
        'blocked ms',
        'in all',
        'html',
        'style',
        'fonts',
        'pictures',
        'requests',
        'largest',
        'load',
      ],
      rows,
    ),
  ].join('\n');
}

function wordsOf(ms: number | undefined): string {
  return ms === undefined ? 'never' : `${Math.round(ms)} ms`;
}
