import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../e2e/harness/chromium.ts';
import { type BrowserTarget, browserTarget } from './browser-target.ts';
import { endChild } from './child.ts';
import { conclude, type Figure } from './goals.ts';
import {
  type InteractionFigures,
  interactionTable,
  measureInteractions,
} from './interactions.meter.ts';
import { loadNow, machine } from './machine.ts';
import {
  type Budget,
  INTERACTION_MS,
  NUMBER_ON_LINE,
  PAGE,
  PAGE_ON_3G,
  PAGE_ON_LINE,
  PLAYING_PAGE,
} from './page.budgets.ts';
import { measurePage, type PageFigures, type PageQuestion } from './page.meter.ts';
import { readOptions, refuseArguments, wholeOption } from './program.ts';
import { createSignUp } from './sign-up.flow.ts';
import { LINE_ENV, LINE_MEANING, openLine, portsOf } from './slow-line.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

const { values, say } = readOptions({
  name: 'page',
  about:
    'Measures pages as a cheap phone on a slow network has them, and how soon they answer a press.',
  options: {
    'site-url': { type: 'string' },
    'carrier-url': { type: 'string' },
    runs: { type: 'string' },
    line: { type: 'string' },
    only: { type: 'string' },
  },
  meanings: {
    '--site-url URL': 'a product that runs already (FRAUD_MODE=observe); without it one is started',
    '--carrier-url URL': 'its simulated carrier',
    '--line NAME': LINE_MEANING,
    '--runs N': 'loads of which the median counts (5; 20 over a line)',
    '--only PART': "'pages' or 'interactions'",
  },
});

interface Measured {
  readonly name: string;
  readonly budget: Budget | undefined;
  readonly figures: PageFigures;
  readonly load: number;
}

await main();

async function main(): Promise<void> {
  const runs = wholeOption('runs', values.runs ?? (values.line === undefined ? '5' : '20'));
  const { only } = values;
  if (only !== undefined && only !== 'pages' && only !== 'interactions')
    refuseArguments("--only: 'pages' or 'interactions'");
  if (values.line !== undefined) {
    const measured = await overLine(values.line, runs);
    say(`\n${lineReport(measured)}`);
    return conclude(values, figuresOf(measured), { measured });
  }
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
  conclude(values, [...figuresOf(measured), ...interactions.map(figureOfPress)], {
    measured,
    interactions,
  });
}

/** The empty page and ours over a real line, each measured in turn. */
async function overLine(name: string, runs: number): Promise<Measured[]> {
  const target = await browserTarget(undefined, undefined, LINE_ENV);
  try {
    return await withEmptyPage(async (empty) => {
      const line = await openLine(name, portsOf(target.siteUrl, empty));
      try {
        const browser = await launchChromium(line.browser);
        const network = 'real' as const;
        const at = (path: string) => ({ name: path, url: line.siteUrl + path, network });
        const pages: NamedPage[] = [
          { name: 'an empty page of a bare Fastify', url: line.emptyUrl, network },
          ...['/', '/channels', `/video/${await someVideo(target.siteUrl)}`].map((path) => ({
            ...at(path),
            budget: PAGE_ON_LINE,
          })),
          { ...at('/enter-number'), budget: NUMBER_ON_LINE },
        ];
        try {
          const measured: Measured[] = [];
          for (const page of pages) {
            measured.push(await measure(browser, page, runs));
            say(`${page.name}: measured`);
          }
          return measured;
        } finally {
          await browser.close();
        }
      } finally {
        await line.close();
      }
    });
  } finally {
    await target.stop();
  }
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

function figureOfPress({ name, ms }: InteractionFigures): Figure {
  return { name: `INP of: ${name}`, value: ms, unit: 'ms', goal: { atMost: INTERACTION_MS } };
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

async function withEmptyPage<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'bare-fastify.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return await work(`${url}/page`);
  } finally {
    await endChild(child, { signal: 'SIGTERM', withinMs: 5_000 });
  }
}

/** What the budgets ask of the pages; the first of them is the empty one of the same run. */
function figuresOf([empty, ...pages]: readonly Measured[]): Figure[] {
  const beside = { name: 'an empty page', value: empty?.figures.lcp ?? Number.NaN };
  return pages.flatMap(({ name, budget = {}, figures }) => {
    const asked = (what: string, value: number, unit: string, atMost: number | undefined) =>
      atMost === undefined ? [] : [{ name: `${what} of ${name}`, value, unit, goal: { atMost } }];
    const lcp = { name: `LCP of ${name}`, value: figures.lcp, unit: 'ms', beside };
    const { lcpTimesEmpty: times } = budget;
    const kB = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / 1000);
    return [
      ...(times === undefined
        ? asked('LCP', figures.lcp, 'ms', budget.lcp).map((one) => ({ ...one, beside }))
        : [{ ...lcp, goal: { atMost: times, of: 'comparison' as const } }]),
      ...asked('layout shift', figures.cls, '', budget.cls),
      ...asked('script', figures.script / 1000, 'kB', kB(budget.script)),
      ...asked('bytes', figures.total / 1000, 'kB', kB(budget.total)),
      ...asked('requests', figures.requests, '', budget.requests),
      ...asked('blocking', figures.blocking, 'ms', budget.blocking),
      ...asked('long tasks before LCP', figures.longBeforeLcp, 'ms', budget.longBeforeLcp),
      ...asked('first frame', figures.firstFrame ?? Number.NaN, 'ms', budget.firstFrame),
    ];
  });
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

function lineReport(measured: readonly Measured[]): string {
  const { cores, processor, memoryGB, node, system } = machine();
  const empty = measured[0]?.figures.lcp ?? Number.NaN;
  const rows = measured.map(({ name, figures, load }) => [
    name,
    ...[figures.firstByte, figures.fcp, figures.lcp, figures.worstLcp].map((ms) =>
      shown(Math.round(ms)),
    ),
    (figures.lcp / empty).toFixed(2),
    ...[figures.longBeforeLcp, figures.blocking].map((ms) => shown(Math.round(ms))),
    kilobytes(figures.html),
    kilobytes(figures.script),
    kilobytes(figures.picture),
    kilobytes(figures.total),
    String(figures.requests),
    figures.largest,
    String(load),
  ]);
  const heads = ['page', 'first byte ms', 'FCP', 'LCP', 'worst', 'of the empty', 'long tasks'];
  const more = ['blocked', 'html', 'script', 'pictures', 'in all', 'requests', 'largest', 'load'];
  return [
    `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}`,
    '360 px, a real line with TLS 1.3 and HTTP/2, processor four times slower, cold; medians',
    '',
    table([...heads, ...more], rows),
  ].join('\n');
}
