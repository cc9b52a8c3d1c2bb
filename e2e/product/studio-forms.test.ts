// What a person types into the studio is neither lost nor sent later than asked, on a slow line and
// without one. Every other form: studio-forms.nightly.test.ts.
import { expect, it } from 'vitest';
import { useStudioForms } from './studio-forms.test-kit.ts';

const AWAY = 'The studio did not answer. Check the connection and try again.';

const studio = useStudioForms();
const { field, button, stored, holdSaves, goOnTyping, open } = studio;

it('keeps what is typed while a title is saved, and saves it with the next press', async () => {
  await open('/videos/entry/v-1');
  const letGo = await holdSaves();
  await field('Title').fill('Umuzi om');
  await button('Save').click();
  await goOnTyping('khulu');
  await field('Description').fill('Typed meanwhile.');
  letGo();
  await studio.page().getByText('The video is saved.').waitFor();
  await expect.poll(() => button('Save').isEnabled()).toBe(true);
  expect(await field('Title').inputValue()).toBe('Umuzi omkhulu');
  expect(await field('Description').inputValue()).toBe('Typed meanwhile.');
  expect(await stored('video', 'v-1')).toMatchObject({ title: 'Umuzi om' });
  await button('Save').click();
  await expect.poll(() => button('Save').isDisabled()).toBe(true);
  await expect
    .poll(() => stored('video', 'v-1'))
    .toMatchObject({ title: 'Umuzi omkhulu', description: 'Typed meanwhile.' });
});

it('says that nobody answered, keeps the words, and saves nothing later by itself', async () => {
  await open('/videos/entry/v-1');
  await field('Synopsis: one line').fill('Without a line.');
  await studio.context().setOffline(true);
  await button('Save').click();
  await studio.page().getByText(AWAY).first().waitFor();
  expect(await button('Save').isEnabled()).toBe(true);
  await studio.context().setOffline(false);
  await expect.poll(() => studio.page().getByText(AWAY).count()).toBeLessThan(2);
  expect(await stored('video', 'v-1')).toMatchObject({ synopsis: 'One lamp.' });
  expect(await field('Synopsis: one line').inputValue()).toBe('Without a line.');
  await button('Save').click();
  await studio.page().getByText('The video is saved.').waitFor();
  expect(await stored('video', 'v-1')).toMatchObject({ synopsis: 'Without a line.' });
});

it('says in plain words which row of a form is at fault', async () => {
  await open('/videos/entry/v-1');
  await studio.page().locator('summary', { hasText: 'Cast and crew' }).click();
  await button('Add a credit').click();
  await button('Save').click();
  await studio.page().getByText('row 1, person: must not be empty', { exact: true }).waitFor();
  await studio.page().getByText('Credits: row 1, person: must not be empty').waitFor();
  expect(await studio.page().getByText('Too small').count()).toBe(0);
});
