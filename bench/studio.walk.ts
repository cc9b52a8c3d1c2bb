import type { Page } from 'playwright-core';
import { atRest, type Press, type Reading, readingOf } from './studio.meter.ts';

/** One line of the report. */
export interface Step {
  readonly name: string;
  /** Where the page is loaded before. */
  readonly from: string;
  /** What makes it ready for the press. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly press: Press;
}

/** A screen without calls: the next one finds no answer of it. */
const CALM = '/care/caller';
const SEARCH = 'main input[type=search]';
const FIRST_ENTRY = 'main table tbody a';

/** Opens a picker, whose words are typed afterwards. */
const picker = (label: string) => async (page: Page) => {
  const field = page.getByRole('combobox', { name: label }).first();
  await field.click();
  await field.evaluate((element) => element.setAttribute('data-bench', ''));
};
const PICKER = '[data-bench]';

/** What editors do most, and the lists at their far ends. */
const ACTS: readonly Step[] = [
  ...['videos', 'shows', 'seasons', 'episodes', 'shelves', 'channels', 'cast', 'live-channels'].map(
    (path) => ({
      name: `${path}: open the first entry`,
      from: `/${path}`,
      press: { selector: FIRST_ENTRY, opens: true },
    }),
  ),
  ...['shows', 'shelves', 'slides', 'channels'].map((path) => ({
    name: `${path}: the order`,
    from: CALM,
    press: { to: `/${path}/order`, opens: true },
  })),
  { name: 'videos: new', from: CALM, press: { to: '/videos/new', opens: true } },
  {
    name: 'a video: its versions',
    from: '/videos',
    prepare: async (page) => {
      await page.locator(FIRST_ENTRY).first().click();
      await page.getByRole('button', { name: /^History/ }).waitFor();
      await atRest(page);
      await page
        .getByRole('button', { name: /^History/ })
        .evaluate((button) => button.setAttribute('data-bench', ''));
    },
    press: { selector: '[data-bench]', opens: true },
  },
  ...['videos', 'episodes', 'cast'].map((path) => ({
    name: `${path}: search by two letters`,
    from: `/${path}`,
    press: { selector: SEARCH, type: 'ma' },
  })),
  {
    name: 'videos: search by two words',
    from: '/videos',
    press: { selector: SEARCH, type: 'ma the' },
  },
  ...[
    ['videos: page 1,000', 'page=1000&perPage=50&sort=title&order=ASC'],
    ['videos: drafts', 'filter={"state":"draft"}'],
    ['videos: without a film', 'filter={"media_missing":"yes"}'],
    ['videos: newest', 'page=1&perPage=50&sort=updated&order=DESC'],
    ['videos: by key', 'page=1&perPage=50&sort=key&order=ASC'],
    ['videos: of a channel', 'filter={"channel":"channel-3"}'],
    ['videos: of a genre, page 100', 'page=100&perPage=50&filter={"genre":"drama"}'],
  ].map(([name = '', query]) => ({
    name,
    from: CALM,
    press: { to: `/videos?${query}`, opens: true },
  })),
  {
    name: 'a new video: picker of genres',
    from: '/videos/new',
    prepare: picker('Genre'),
    press: { selector: PICKER, type: 'dr' },
  },
  {
    name: 'videos: picker of channels',
    from: '/videos',
    prepare: picker('Channel'),
    press: { selector: PICKER, type: 'ma' },
  },
  {
    name: 'a new video: picker of people',
    from: '/videos/new',
    prepare: async (page) => {
      await page.getByText('Cast and crew', { exact: true }).last().click();
      await page.getByRole('button', { name: 'Add a person' }).click();
      await picker('Person 1')(page);
    },
    press: { selector: PICKER, type: 'ma' },
  },
  {
    name: 'a shelf: picker of titles',
    from: '/shelves/new',
    prepare: picker('Add a'),
    press: { selector: PICKER, type: 'ma' },
  },
  {
    name: 'go to: two letters',
    from: CALM,
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page
        .getByLabel('Name of a screen or an entry')
        .evaluate((field) => field.setAttribute('data-bench', ''));
    },
    press: { selector: PICKER, type: 'ma' },
  },
  {
    name: 'a video: save a change',
    from: '/videos',
    prepare: async (page) => {
      await page.locator(FIRST_ENTRY).first().click();
      const field = page.getByLabel('Synopsis').first();
      await field.fill(`${(await field.inputValue()).slice(0, 60)} ${Date.now()}`);
      await atRest(page);
      await page
        .getByRole('button', { name: 'Save', exact: true })
        .first()
        .evaluate((button) => button.setAttribute('data-bench', ''));
    },
    press: { selector: '[data-bench]' },
  },
];

/** Every screen of the navigation, and what is done on them. */
export async function stepsOf(page: Page): Promise<readonly Step[]> {
  const links = page.getByRole('navigation', { name: 'Studio' }).getByRole('link');
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) =>
    all.map((one) => new URL((one as HTMLAnchorElement).href).pathname),
  );
  const screens = ['/', ...paths].map((path) => ({
    name: path,
    from: path === CALM ? '/me' : CALM,
    press: { selector: `a[href="${path}"]`, opens: true },
  }));
  return [...screens, ...ACTS];
}

/** Makes a step in a page that was loaded anew, so that no answer is remembered. */
export async function takeStep(page: Page, studio: string, step: Step): Promise<Reading> {
  try {
    await page.goto(`${studio}${step.from}`);
    await atRest(page);
    await step.prepare?.(page);
    return await readingOf(page, step.press);
  } catch (error) {
    throw new Error(`the step '${step.name}' could not be taken`, { cause: error });
  }
}
