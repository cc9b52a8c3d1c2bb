// What a person types into the studio is neither lost nor sent later than asked, and every refusal
// says what to mend: in dates, in lists, in a week, and beside another editor.

import { videoRow } from '@bonisa/content/editing/rows.test-kit';
import { expect, it } from 'vitest';
import { useStudioForms } from './studio-forms.test-kit.ts';

/** The section of a form that has its windows. */
const TIMES = 'When viewers see it';
const AWAY = 'The studio did not answer. Check the connection and try again.';

const studio = useStudioForms();
const { field, button, stored, holdSaves, goOnTyping, open, apply } = studio;

it('says that a title could not be deleted', async () => {
  await open('/videos/entry/alpha');
  await button('Delete').click();
  const question = studio.page().getByRole('dialog', { name: 'Delete 1 video?' });
  await question.waitFor();
  await studio.context().setOffline(true);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await studio.page().getByText(AWAY).first().waitFor();
  await studio.context().setOffline(false);
  expect(await stored('video', 'alpha')).toMatchObject({ title: 'alpha' });
});

/** Somebody else deletes the title that this page is changing, and the page presses Save. */
async function deletedMeanwhile(typed: string) {
  await apply(videoRow({ key: 'gone', slug: 'gone', title: 'Gone' }));
  await open('/videos/entry/gone');
  await field('Title').fill(typed);
  await apply({ kind: 'video', key: 'gone', delete: true });
  await button('Save').click();
  const told = studio.page().getByRole('dialog', { name: 'It was deleted meanwhile' });
  await told.getByText(/ deleted it, /).waitFor();
  return told;
}

it('restores the title that somebody else deleted with what is typed, in one press', async () => {
  const told = await deletedMeanwhile('Still here');
  await told.getByRole('button', { name: 'Restore it with my fields' }).click();
  await studio.page().getByText('The video is saved.').waitFor();
  expect(await stored('video', 'gone')).toMatchObject({ title: 'Still here', published: false });
});

it('restores the title that somebody else deleted, and keeps what is typed in the form', async () => {
  const told = await deletedMeanwhile('Later words');
  await told.getByRole('button', { name: 'Restore it', exact: true }).click();
  await studio.page().getByText('It is back, as a draft.').waitFor();
  expect(await stored('video', 'gone')).toMatchObject({ title: 'Gone' });
  expect(await field('Title').inputValue()).toBe('Later words');
  await button('Save').click();
  await studio.page().getByText('The video is saved.').waitFor();
  expect(await stored('video', 'gone')).toMatchObject({ title: 'Later words' });
});

it('keeps the time of a window while its year is typed over', async () => {
  await apply({ kind: 'video', key: 'v-1', availableUntil: '2030-05-01T10:30:00Z' });
  await open('/videos/entry/v-1', 'Visible until', TIMES);
  expect(await field('Visible until').inputValue()).toBe('2030-05-01T12:30');
  await field('Visible until').focus();
  for (const key of ['Tab', 'Tab', '2', '0', '2', '9']) await studio.page().keyboard.press(key);
  await expect.poll(() => field('Visible until').inputValue()).toBe('2029-05-01T12:30');
  await button('Save').click();
  await studio.page().getByText('The video is saved.').waitFor();
  expect(await stored('video', 'v-1')).toMatchObject({
    availableUntil: '2029-05-01T10:30:00.000Z',
  });
});

it('keeps the end of a window while a part of its date is missing, and takes it away on purpose', async () => {
  const until = '2030-05-01T10:30:00.000Z';
  await apply({ kind: 'video', key: 'v-1', availableUntil: until });
  await open('/videos/entry/v-1', 'Visible until', TIMES);
  await field('Visible until').focus();
  await studio.page().keyboard.press('Delete');
  await studio.page().getByText('the date is not complete', { exact: true }).waitFor();
  await field('Synopsis: one line').fill('A lamp, half typed.');
  await button('Save').click();
  const refusal = studio.page().getByRole('alert').filter({ hasText: 'Nothing is saved yet.' });
  await refusal.getByText('Visible until: the date is not complete').waitFor();
  expect(await field('Visible until').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await stored('video', 'v-1')).toMatchObject({
    availableUntil: until,
    synopsis: expect.not.stringContaining('half typed'),
  });
  // Day, month, year, hour, minute, and the half of the day.
  for (let part = 0; part < 6; part += 1) {
    if (part > 0) await studio.page().keyboard.press('Tab');
    await studio.page().keyboard.press('Delete');
  }
  await expect.poll(() => studio.page().getByText('the date is not complete').count()).toBe(0);
  await studio.page().keyboard.press('Enter');
  await studio.page().getByText('The video is saved.').waitFor();
  expect(await stored('video', 'v-1')).toMatchObject({
    availableUntil: null,
    synopsis: 'A lamp, half typed.',
  });
});

it('saves no window by package of which a date is half typed', async () => {
  const packages = [{ package: 'p-grtv-daily-c-01', from: null, until: null }];
  await apply({ kind: 'video', key: 'v-1', packages });
  await open('/videos/entry/v-1', 'From', TIMES);
  await field('Synopsis: one line').fill('For some only.');
  await field('From').focus();
  await studio.page().keyboard.type('01');
  await studio.page().keyboard.press('Enter');
  await studio.page().getByText('Packages that include it: the date is not complete').waitFor();
  expect(await field('From').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await stored('video', 'v-1')).toMatchObject({
    packages,
    synopsis: expect.not.stringContaining('For some only.'),
  });
  await apply({ kind: 'video', key: 'v-1', packages: null });
});

it('takes the window of no chosen title away, unless it is asked to', async () => {
  const availableUntil = '2030-05-01T10:30:00.000Z';
  for (const key of ['alpha', 'beta']) await apply({ kind: 'video', key, availableUntil });
  const untils = async () =>
    [await stored('video', 'alpha'), await stored('video', 'beta')].map(
      (fields) => fields.availableUntil,
    );
  await open('/videos', 'Choose alpha');
  for (const title of ['alpha', 'beta']) await field(`Choose ${title}`).check();
  await button('Change fields').click();
  const dialog = studio.page().getByRole('dialog', { name: 'Change 2 videos' });
  const change = dialog.getByRole('button', { name: 'Change', exact: true });
  await dialog.getByRole('checkbox', { name: 'Visible until' }).check();
  expect(await change.isDisabled()).toBe(true);
  const date = dialog.locator('input[type="datetime-local"]');
  await date.focus();
  await studio.page().keyboard.type('01');
  await studio.page().keyboard.press('Tab');
  await dialog.getByRole('checkbox', { name: 'Visible until' }).focus();
  await dialog.getByText('the date is not complete').waitFor();
  expect(await change.isDisabled()).toBe(true);
  // A whole date of which a part is taken away again.
  await date.fill('2031-05-01T12:30');
  await expect.poll(() => change.isEnabled()).toBe(true);
  await date.focus();
  await studio.page().keyboard.press('Delete');
  await change.click();
  await expect.poll(() => date.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await untils()).toEqual([availableUntil, availableUntil]);
  await dialog.getByRole('checkbox', { name: 'Without an end' }).check();
  expect(await dialog.getByText('the date is not complete').count()).toBe(0);
  await change.click();
  await studio.page().getByText('2 videos changed.').waitFor();
  expect(await untils()).toEqual([null, null]);
});

it('names every chosen title that is not ready, and what each lacks', async () => {
  await open('/videos', 'Choose alpha');
  for (const title of ['alpha', 'beta']) await field(`Choose ${title}`).check();
  await button('Publish now').click();
  const refusal = studio.page().getByRole('alert');
  await refusal.getByText('2 of 2 videos need something first:').waitFor();
  expect(await refusal.getByRole('listitem').allInnerTexts()).toEqual([
    'alpha\nIt has no film yet',
    'beta\nIt has no film yet',
  ]);
});

it('keeps a programme open that was chosen while the week was saved', async () => {
  await studio.page().goto(`${studio.address()}/live-week?channel=radio-lamp`);
  const monday = studio.page().getByRole('list', { name: 'Monday' }).getByRole('button').first();
  const tuesday = studio.page().getByRole('list', { name: 'Tuesday' }).getByRole('button').first();
  await monday.click();
  const letGo = await holdSaves();
  await field('Title').fill('Before');
  await button('Save the week').click();
  await tuesday.click();
  const title = await field('Title').inputValue();
  letGo();
  await studio.page().getByText('The week is saved.').waitFor();
  expect(await field('Title').inputValue()).toBe(title);
  await field('Title').fill('After');
  await button('Save the week').click();
  await expect
    .poll(async () => (await stored('liveChannel', 'radio-lamp')).slots)
    .toMatchObject([{ title: 'Before' }, { title: 'After' }, {}, {}, {}, {}, {}]);
});

it('keeps what is typed while a week is saved, and marks the programmes at fault', async () => {
  await studio.page().goto(`${studio.address()}/live-week?channel=radio-lamp`);
  const first = studio.page().getByRole('list', { name: 'Monday' }).getByRole('button').first();
  await first.click();
  const letGo = await holdSaves();
  await field('Title').fill('Morning');
  await button('Save the week').click();
  await goOnTyping(' news');
  letGo();
  await studio.page().getByText('The week is saved.').waitFor();
  await expect.poll(() => button('Save the week').isEnabled()).toBe(true);
  // The person is still typing in the same field.
  await studio.page().keyboard.type(' at six');
  expect(await field('Title').inputValue()).toBe('Morning news at six');
  await button('Save the week').click();
  await expect
    .poll(async () => (await stored('liveChannel', 'radio-lamp')).slots)
    .toMatchObject([{ title: 'Morning news at six' }, {}, {}, {}, {}, {}, {}]);
  await expect.poll(() => button('Save the week').isDisabled()).toBe(true);
  await field('Title').fill('');
  await button('Save the week').click();
  await studio.page().getByText('The week is not saved yet. Mend 1 programme first:').waitFor();
  await studio.page().getByText('must not be empty', { exact: true }).waitFor();
  expect(await first.innerText()).toContain('title must not be empty');
});

it('marks what a new video needs, and proposes its address until a person types one', async () => {
  await open('/videos/new');
  const needed = studio.page().getByRole('textbox', { name: 'Title', exact: true });
  expect(await needed.getAttribute('aria-required')).toBe('true');
  expect(await field('Visible from').getAttribute('aria-required')).toBeNull();
  const slug = field('Address (slug)');
  await field('Title').fill('Ntate, o kae?');
  expect(await slug.inputValue()).toBe('ntate-o-kae');
  await slug.fill('ntate');
  await field('Title').fill('Ntate');
  await slug.fill('');
  expect(await slug.inputValue()).toBe('');
  await field('Title').fill('Ntate wa rona');
  expect(await slug.inputValue()).toBe('ntate-wa-rona');
});

it('shows the titles of a shelf as viewers see them, before it is saved', async () => {
  const shelf = { kind: 'shelf', key: 'lamps', slug: 'lamps', title: 'Lamps' };
  await studio.apply({ ...shelf, format: 'poster', titles: ['v-1'], published: true });
  await open('/shelves/entry/lamps');
  const seen = studio
    .page()
    .getByRole('complementary', { name: 'What viewers see' })
    .getByRole('listitem');
  await seen.first().waitFor();
  expect(await seen.count()).toBe(1);
  await studio.page().getByLabel('Fill this shelf by a rule').check();
  await seen.nth(1).waitFor();
  await seen.first().getByText('by hand').waitFor();
});

it('proposes the address of a draft again while it is that of its title, and of nothing else', async () => {
  await apply(
    videoRow({ key: 'sketch', slug: 'the-sketch', title: 'The sketch', published: false }),
  );
  await open('/videos/entry/sketch');
  await field('Title').fill('The lamp at night');
  expect(await field('Address (slug)').inputValue()).toBe('the-lamp-at-night');
  await button('Save').click();
  await studio.page().getByText('The video is saved.').waitFor();
  expect(await stored('video', 'sketch')).toMatchObject({ slug: 'the-lamp-at-night' });
  await open('/videos/entry/v-1');
  const before = await field('Address (slug)').inputValue();
  await field('Title').fill('Viewers know its address');
  expect(await field('Address (slug)').inputValue()).toBe(before);
});
