import { settingNames, settingOf } from '@commons/contract/settings';
import { settingsCalls } from '@commons/contract/settings/calls';
import { settingDefinitions, type SettingsView, type SettingState } from '@commons/contract/settings/schemas';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { networkFailure, reply, requestsOf } from '../../../../test/api.ts';
import { button, expectAccessible, expectFocus, renderScreen, toast, viewer } from '../../../../test/screen.tsx';
import { groups } from './groups.ts';
import SettingsScreen from './settings-screen.tsx';

const admin = { ...viewer, role: 'admin' } as const;

const unchanged: SettingState = { source: 'default', isSet: false, isLocked: false, problem: null, changedAt: null };

type Values = SettingsView['values'];
const defaults = Object.fromEntries(
  settingNames.map((name) => [name, settingDefinitions[name].default ?? null]),
) as Values;

const viewWith = (
  values: Partial<Values> = {},
  states: Partial<Record<keyof Values, Partial<SettingState>>> = {},
  revision = 1,
): SettingsView => ({
  revision,
  values: { ...defaults, ...values },
  defaults,
  states: Object.fromEntries(
    settingNames.map((name) => [
      name,
      { ...unchanged, ...(name in values && { source: 'panel', isSet: true }), ...states[name] },
    ]),
  ) as SettingsView['states'],
  logoUrl: null,
  iconUrl: null,
  filesToMove: 0,
});

const open = (group: string, view: SettingsView) => {
  reply(settingsCalls.getSettings, view);
  return renderScreen(<SettingsScreen />, {
    path: `/admin/settings/${group}`,
    pattern: '/admin/settings/:group?',
    member: admin,
  });
};

const sent = () => requestsOf(settingsCalls.changeSettings).map(({ body }) => body);
const refusal = (status: number, code: string, errors: { path: string; message: string }[] = []) =>
  Response.json(
    { type: `urn:problem:${code}`, title: 'No', status, detail: 'Nothing was saved.', errors },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  );

test.each(groups.map(({ name }) => name))('the group %s shows all of its settings', async (name) => {
  await page.viewport(1280, 800);
  await open(name, viewWith({ accentColor: '#f2c230', backupFolder: '/backups' }));
  const group = groups.find((each) => each.name === name);
  await expect.element(page.getByRole('heading', { level: 2, name: group?.label ?? '', exact: true })).toBeVisible();
  for (const setting of group?.settings ?? [])
    await expect.element(page.getByText(settingOf(setting).title, { exact: true }).first()).toBeVisible();
  await expectAccessible(name);
});

test('changes are saved together, and a refused one is shown at its field', async () => {
  await open('identity', viewWith());
  await expect.element(button('Save changes')).toBeDisabled();
  await page.getByLabelText('Name', { exact: true }).fill('The Garden');
  await page.getByLabelText('Accent color', { exact: true }).fill('green');
  reply(
    settingsCalls.changeSettings,
    refusal(400, 'request.invalid', [{ path: 'changes.accentColor', message: 'must be a color such as #2f6f5e' }]),
  );
  await button('Save changes').click();
  await expectFocus(page.getByLabelText('Accent color', { exact: true }));
  await expect.element(page.getByText('must be a color such as #2f6f5e')).toBeVisible();
  await page.getByLabelText('Accent color', { exact: true }).fill('#F2C230');
  await expect.element(page.getByText('Darker than your color, so that text is easy to read.')).toBeVisible();
  reply(settingsCalls.changeSettings, viewWith({ productName: 'The Garden', accentColor: '#f2c230' }, {}, 2));
  await button('Save changes').click();
  await expect.element(toast()).toMatchTextContent('Settings saved');
  expect(sent().at(-1)).toEqual({ revision: 1, changes: { productName: 'The Garden', accentColor: '#F2C230' } });
  await expect.element(button('Save changes')).toBeDisabled();
  await expect.element(page.getByText('Default: Mindful Commons')).toBeVisible();
});

test('a value is restored, emptied or discarded', async () => {
  await open('backups', viewWith({ backupKeep: 7, backupFolder: '/backups' }));
  await button('Restore default of Backups to keep').click();
  await expect.element(page.getByLabelText('Backups to keep', { exact: true })).toHaveValue(14);
  await button('Discard').click();
  await expect.element(page.getByLabelText('Backups to keep', { exact: true })).toHaveValue(7);
  await button('Restore default of Backups to keep').click();
  await page.getByLabelText('Backup folder').fill('');
  await page.getByLabelText('Public keys of backups').fill('age1a\n age1b \n');
  reply(settingsCalls.changeSettings, viewWith({}, {}, 2));
  await button('Save changes').click();
  await expect.element(toast()).toBeVisible();
  expect(sent()).toEqual([
    { revision: 1, changes: { backupKeep: null, backupFolder: null, backupFor: ['age1a', 'age1b'] } },
  ]);
});

test('a secret is never shown: it is replaced or removed', async () => {
  const view = viewWith({ mailServer: 'smtps://ana@mail.test' }, { mailPassword: { source: 'panel', isSet: true } });
  await open('mail', view);
  const secret = page.getByRole('group', { name: 'Password of the mail server' });
  await button('Remove', secret).click();
  await expect.element(secret).toMatchTextContent('It is removed when you save.');
  await button('Keep it', secret).click();
  await button('Replace', secret).click();
  const field = page.getByLabelText('Password of the mail server');
  await expectFocus(field);
  await expect.element(field).toHaveAttribute('type', 'password');
  await field.fill('four calm words');
  reply(
    settingsCalls.changeSettings,
    viewWith(
      view.values,
      {
        mailPassword: { source: 'panel', isSet: true, changedAt: viewer.createdAt },
      },
      2,
    ),
  );
  await button('Save changes').click();
  await expect.element(secret).toMatchTextContent('It is set.');
  expect(sent()).toEqual([{ revision: 1, changes: { mailPassword: 'four calm words' } }]);
});

test('settings of the environment are locked and name their variable', async () => {
  await open(
    'mail',
    viewWith(
      { mailServer: 'smtp://mail.test' },
      { mailServer: { source: 'environment', isLocked: true }, mailPassword: { isLocked: true } },
    ),
  );
  await expect.element(page.getByLabelText('Mail server', { exact: true })).toHaveAttribute('readonly');
  expect(page.getByText('Set by the environment of the server (SMTP_URL).').elements()).toHaveLength(2);
  await expect.element(page.getByLabelText('Sender')).not.toHaveAttribute('readonly');
});

test('the change of another admin is shown, and the own edit stays', async () => {
  await open('identity', viewWith());
  await page.getByLabelText('Short description').fill('A quiet place.');
  reply(settingsCalls.changeSettings, refusal(409, 'settings.changed_meanwhile'));
  reply(settingsCalls.getSettings, viewWith({ productName: 'The Meadow', signUp: 'closed' }, {}, 2));
  await button('Save changes').click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('Name: The Meadow (before: Mindful Commons)');
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('The Meadow');
  await expect.element(page.getByLabelText('Short description')).toHaveValue('A quiet place.');
  reply(settingsCalls.changeSettings, viewWith({}, {}, 3));
  await button('Save changes').click();
  await expect.element(toast()).toBeVisible();
  expect(sent().at(-1)).toEqual({ revision: 2, changes: { shortDescription: 'A quiet place.' } });
});

test('without a connection the edits stay, and leaving asks first', async () => {
  const { url } = await open('joining', viewWith());
  await page.getByRole('radio', { name: /^Closed/ }).click();
  reply(settingsCalls.changeSettings, networkFailure);
  await button('Save changes').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The community could not be reached.');
  await expect.element(page.getByRole('radio', { name: /^Closed/ })).toBeChecked();
  await page.getByRole('link', { name: 'Health' }).click();
  await button('Keep editing').click();
  expect(url()).toBe('/admin/settings/joining');
  await page.getByRole('link', { name: 'Health' }).click();
  await button('Leave').click();
  await expect.element(page.getByText('Another screen')).toBeVisible();
});
