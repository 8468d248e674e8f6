import { settingsCalls } from '@commons/contract/settings/calls';
import type { SettingsView } from '@commons/contract/settings/schemas';
import { textsCalls } from '@commons/contract/texts/calls';
import type { EditedCrisisCountry, EditedText, TextVersion } from '@commons/contract/texts/schemas';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { networkFailure, problem, reply, requestsOf } from '../../../../test/api.ts';
import {
  admin,
  ana,
  button,
  chooseFromMenu,
  dialog,
  expectAccessible,
  renderScreen,
  toast,
} from '../../../../test/screen.tsx';
import { OperatorForm } from '../../operator/index.ts';
import CrisisLinesScreen from './crisis-lines-screen.tsx';
import TextScreen from './text-screen.tsx';
import TextsScreen from './texts-screen.tsx';

const guidelines: EditedText = {
  name: 'guidelines',
  content: 'Be *kind*.',
  shipped: 'The shipped guidelines.',
  isShipped: false,
  revision: 3,
};
const version: TextVersion = {
  revision: 3,
  publishedAt: '2026-11-20T10:00:00.000Z',
  publishedBy: ana,
  isShipped: false,
  guidelinesVersion: 2,
};
const values = Object.fromEntries(
  ['operatorName', 'operatorContact', 'operatorAddress', 'responsiblePerson', 'staffedHours'].map((name) => [
    name,
    null,
  ]),
);
const settingsWith = (changes: Partial<SettingsView['values']>) =>
  ({ revision: 4, values: { ...values, ...changes } }) as SettingsView;

const renderText = (name = 'guidelines') =>
  renderScreen(<TextScreen />, { path: `/admin/texts/${name}`, pattern: '/admin/texts/:name', member: admin });

beforeEach(() => {
  reply(textsCalls.getEditedText, guidelines);
  reply(textsCalls.listTextVersions, [version]);
  reply(textsCalls.previewText, { html: '<p>Be <em>kind</em>.</p>' });
  reply(settingsCalls.getSettings, settingsWith({}));
});

const field = () => page.getByRole('textbox', { name: 'Community guidelines' });

test('the list names each text with its last change, and that the operator is unknown', async () => {
  reply(textsCalls.listTexts, [
    { name: 'guidelines', isShipped: false, publishedAt: version.publishedAt, publishedBy: ana },
    { name: 'privacy', isShipped: true, publishedAt: null, publishedBy: null },
    { name: 'crisis-lines', isShipped: false, publishedAt: version.publishedAt, publishedBy: null },
  ]);
  await renderScreen(<TextsScreen />, { member: admin });
  await expect.element(page.getByRole('link', { name: /^Who runs this community.*Not complete yet$/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Community guidelines.*by Ana Lund$/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Privacy.*Shipped text$/ })).toBeVisible();
  await expectAccessible('texts');
});

test('an admin previews and publishes a text, and asks members again', async () => {
  await renderText();
  await field().fill('Be kind, please.');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect.element(page.getByRole('tabpanel').getByText('kind', { exact: true })).toBeVisible();
  expect(requestsOf(textsCalls.previewText).at(-1)?.body).toEqual({ content: 'Be kind, please.' });
  await page.getByRole('tab', { name: 'Write' }).click();
  await expect.element(field()).toHaveValue('Be kind, please.');
  await page.getByRole('checkbox', { name: /Ask members to accept/ }).click();
  reply(textsCalls.publishText, { ...guidelines, content: 'Be kind, please.', revision: 4 });
  await button('Publish').click();
  await expect.element(toast()).toMatchTextContent('Published');
  expect(requestsOf(textsCalls.publishText)[0]?.body).toEqual({
    revision: 3,
    content: 'Be kind, please.',
    asksMembers: true,
  });
  await expect.element(page.getByRole('checkbox', { name: /Ask members to accept/ })).not.toBeChecked();
  await expectAccessible('text editor');
});

test('text that could not be published stays in the editor and on the device', async () => {
  await renderText();
  await field().fill('Be kind, please.');
  reply(textsCalls.publishText, () => networkFailure());
  await button('Publish').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('could not be reached');
  reply(textsCalls.publishText, problem(409, 'texts.changed_meanwhile', 'Another admin published a version.'));
  await button('Publish').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another admin published a version.');
  await expect.element(field()).toHaveValue('Be kind, please.');
  await button('Discard changes').click();
  await expect.element(field()).toHaveValue('Be *kind*.');
});

test('an earlier version can be read and edited, and the shipped text restored', async () => {
  reply(textsCalls.getTextVersion, { content: 'An old text.', html: '<p>An old text.</p>', changes: null });
  await renderText();
  await button(/^View the version/).click();
  await expect.element(dialog().getByText('An old text.')).toBeVisible();
  await button('Edit this version').click();
  await expect.element(field()).toHaveValue('An old text.');
  reply(textsCalls.publishText, { ...guidelines, content: guidelines.shipped, isShipped: true, revision: 4 });
  await button('Restore the shipped text').click();
  await button('Restore', page.getByRole('alertdialog')).click();
  await expect.element(toast()).toMatchTextContent('The shipped text is in use again');
  expect(requestsOf(textsCalls.publishText)[0]?.body).toEqual({ revision: 3, content: null, asksMembers: false });
  await expect.element(field()).toHaveValue(guidelines.shipped);
});

test('a failed load can be repeated, and an unknown text is explained', async () => {
  reply(textsCalls.getEditedText, problem(500));
  const { leave } = await renderText();
  await expect.element(page.getByText('The text could not be loaded')).toBeVisible();
  reply(textsCalls.getEditedText, guidelines);
  await button('Try again').click();
  await expect.element(field()).toBeVisible();
  await leave();
  await renderText('nothing');
  await expect.element(page.getByText('There is no such text')).toBeVisible();
});

const source = { name: 'line.test', url: 'https://line.test/', basis: 'own page' as const, checkedOn: '2026-11-01' };
const lineOf = (name: string) => ({ name, call: '123', hours: 'Every day', languages: 'English', source });
const added = {
  name: 'Our line',
  call: '555',
  hours: 'Evenings',
  languages: 'English',
  sourceUrl: 'https://our.test/',
  checkedOn: '2026-11-20',
};
const britain: EditedCrisisCountry = {
  code: 'GB',
  name: 'United Kingdom',
  emergencyNumber: '999',
  isShipped: true,
  isChanged: false,
  entries: ['Samaritans', 'Shout'].map((name) => ({ line: lineOf(name), isHidden: false, added: null })),
};
const lastChanges = () => requestsOf(textsCalls.publishCrisisLines).at(-1)?.body;

test('an admin hides, moves and adds crisis lines', async () => {
  reply(textsCalls.getEditedCrisisLines, { revision: null, countries: [britain] });
  reply(textsCalls.publishCrisisLines, { revision: 1, countries: [{ ...britain, isChanged: true }] });
  await renderScreen(<CrisisLinesScreen />, { member: admin });
  await chooseFromMenu(page, 'Line options, Samaritans', 'Hide');
  const [samaritans, shout] = ['Samaritans', 'Shout'].map((shipped) => ({ shipped, isHidden: false }));
  await expect
    .poll(lastChanges)
    .toEqual({ revision: null, countries: [{ code: 'GB', entries: [{ ...samaritans, isHidden: true }, shout] }] });
  await expect.element(button('Restore the shipped lines')).toBeVisible();
  await chooseFromMenu(page, 'Line options, Shout', 'Move up');
  await expect.poll(lastChanges).toEqual({ revision: 1, countries: [{ code: 'GB', entries: [shout, samaritans] }] });

  await button('Add a line').click();
  await dialog().getByLabelText('Country').selectOptions('Faroe Islands');
  await button('Add line').click();
  await expect.element(dialog().getByLabelText('Name')).toBeInvalid();
  await dialog().getByLabelText('Emergency number of this country').fill('112');
  await dialog().getByLabelText('Name').fill(added.name);
  await dialog().getByLabelText('Phone number').fill(added.call);
  await dialog().getByLabelText('Hours').fill(added.hours);
  await dialog().getByLabelText('Languages').fill(added.languages);
  await dialog().getByLabelText('Address of the source').fill(added.sourceUrl);
  await dialog().getByLabelText('Checked on').fill(added.checkedOn);
  await button('Add line').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(lastChanges()).toEqual({
    revision: 1,
    countries: [
      { code: 'GB', entries: [samaritans, shout] },
      { code: 'FO', emergencyNumber: '112', entries: [{ added, isHidden: false }] },
    ],
  });
  await expectAccessible('crisis lines');
});

test('an error of the server appears at its field', async () => {
  reply(
    settingsCalls.changeSettings,
    Response.json(
      {
        type: 'urn:problem:request.invalid',
        title: 'Invalid',
        status: 400,
        errors: [{ path: 'changes.operatorName', message: 'Too long' }],
      },
      { status: 400 },
    ),
  );
  await renderScreen(<OperatorForm settings={settingsWith({})} submitLabel="Save" onDone={() => undefined} />);
  await page.getByLabelText('Name').fill('x');
  await button('Save').click();
  await expect.element(page.getByText('Too long')).toBeVisible();
});
