// The studio's import names what it does not bring, and brings the rest.
import { expect, it } from 'vitest';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';
import { useStudioForms } from './studio-forms.test-kit.ts';

const FEED = `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<link>https://partner.invalid</link>
<item><guid>f-1</guid><title>Umlilo</title><description>A fire.</description>
<media:subTitle lang="zu" href="https://partner.invalid/zu.vtt"/>
<media:subTitle lang="qq" href="https://partner.invalid/qq.vtt"/></item>
<item><guid>f-2</guid><title>Radio Umlilo</title><description>A song.</description>
<enclosure url="https://partner.invalid/a.mp3" type="audio/mpeg" length="9"/></item>
</channel></rss>`;
const CATALOGUE = {
  videos: [
    {
      key: 'v-1',
      synopsis: 'Given by an import.',
      captions: [{ url: 'https://partner.invalid/zu.vtt', language: 'zu' }],
    },
  ],
};

const studio = useStudioForms();
const { button, stored } = studio;

/** Gives a file to the import's screen on a phone. */
async function choose(name: string, text: string): Promise<void> {
  await studio.page().setViewportSize({ width: 360, height: 740 });
  await studio.open('/import', 'Address of the feed');
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
  await studio.page().locator('input[type=file]').first().setInputFiles(file);
}

async function expectNoFaults(): Promise<void> {
  expect(await axeViolations(studio.page(), 'import')).toEqual([]);
  expect(await sidewaysScroll(studio.page(), 'import')).toEqual([]);
}

it('names what of a feed it does not bring before anything is written', async () => {
  await choose('feed.xml', FEED);
  const page = studio.page();
  await page.getByText('1 entry, 1 file of captions.').waitFor();
  await page.getByText('has only sound: Bonisa plays films').waitFor();
  await page.getByText('is no language that is known').waitFor();
  await expectNoFaults();
});

it('writes a title whose captions cannot be fetched, and names them', async () => {
  await choose('catalogue.json', JSON.stringify(CATALOGUE));
  const page = studio.page();
  await button('See what it would do').click();
  await button('Import it').click();
  await page.getByText('The import is written.').waitFor();
  await page.getByText('0 files of captions given.').waitFor();
  await page.getByRole('alert').getByText('Pictures and captions that were refused').waitFor();
  expect(await stored('video', 'v-1')).toMatchObject({ synopsis: 'Given by an import.' });
  await expectNoFaults();
});
