// The site in another language than English: home, a title, search and the guide. Every other kind
// of page: languages.nightly.test.ts.
import { it } from 'vitest';
import { useBrowser, type Visit } from '../harness/browser.ts';
import { expectZulu } from '../harness/zulu-pages.ts';

const { visit } = useBrowser();

/** Chooses isiZulu at the foot of home, as a viewer does. */
async function chooseZulu({ page, goto }: Visit): Promise<void> {
  await goto('/');
  await page.getByRole('button', { name: 'isiZulu' }).first().click();
  await page.locator('html[lang=zu-ZA]').waitFor();
  await page.waitForFunction(() => !('bonisaEarlyPress' in window));
}

it('browses from home to a title, to search and to the guide in isiZulu', async () => {
  const [zulu, english] = [await visit({ device: 'desk' }), await visit({ device: 'desk' })];
  const { page } = zulu;
  await chooseZulu(zulu);
  await expectZulu(page, english);

  await page.getByRole('main').locator('.shelf a[href^="/show/"]').first().click();
  await page.getByRole('heading', { name: /^Mayelana ne-/ }).waitFor();
  await expectZulu(page, english);

  const show = page.url();
  await page.getByRole('button', { name: 'Sesha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sesha' });
  await dialog.getByRole('combobox').pressSequentially('isiba');
  await dialog.getByText(/umphumela o-1 nge-“isiba”|imiphumela engu-\d+ nge-“isiba”/).waitFor();
  await dialog.getByRole('combobox').fill('qqqqqq');
  await dialog.getByText('Akutholakalanga lutho nge-“qqqqqq”').waitFor();
  await dialog.getByRole('button', { name: 'Vala ukusesha' }).click();
  // Closing goes back to the page, which must not meet the next navigation.
  await page.waitForURL(show);
  await dialog.waitFor({ state: 'hidden' });

  await zulu.goto('/');
  await page
    .getByRole('link', { name: /^Umhlahlandlela/ })
    .first()
    .click();
  await page.waitForURL('**/live');
  await page.getByRole('heading', { level: 1, name: 'Bukhoma' }).waitFor();
  await expectZulu(page, english);
  // In the evening: at night no programme may begin within the hours that are shown.
  const tomorrow = await page.getByRole('link', { name: 'Kusasa' }).getAttribute('href');
  await zulu.goto(String(tomorrow).replace(/t\d\d$/, 't18'));
  const bell = page.getByRole('button', { name: /^Ngikhumbuze nge-/ }).first();
  await bell.click();
  await page
    .getByRole('status')
    .getByText(/^Sizokukhumbuza lapha uma i-/)
    .waitFor();
});
