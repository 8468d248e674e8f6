import { profileCalls } from '@commons/contract/profiles/calls';
import type { Settings } from '@commons/contract/profiles/schemas';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, networkFailure, problem, reply, requestsOf } from '../../../test/api.ts';
import { button, dialog, expectAccessible, expectFocus, renderScreen, toast, viewer } from '../../../test/screen.tsx';
import EditProfileDialog from './edit-profile-dialog.tsx';
import { VisibilitySection } from './visibility-section.tsx';

const settings: Settings = {
  emailAudience: 'members',
  locationAudience: 'members',
  socialsAudience: 'members',
  messagesFrom: 'members',
  sendsReadReceipts: true,
  showsPresence: true,
  showsOnLeaderboard: true,
  theme: 'system',
  motion: 'system',
  textSize: 100,
};
const email = () => page.getByRole('combobox', { name: 'Email' });
const location = () => page.getByRole('combobox', { name: 'Location' });

beforeEach(() => reply(profileCalls.getSettings, settings));

test.each([
  ['offline', networkFailure],
  ['after a server error', () => problem(500)],
])('a setting that cannot be saved reverts to the saved value: %s', async (_name, failure) => {
  reply(profileCalls.updateSettings, failure);
  await renderScreen(<VisibilitySection />);
  await email().selectOptions('Only me');
  await expect.element(toast()).toMatchTextContent('Your choice could not be saved. Please try again.');
  await expect.element(email()).toHaveValue('members');
});

test('a setting shows its new value at once, and the last of two quick choices wins', async () => {
  const finish = holdReply(profileCalls.updateSettings);
  await renderScreen(<VisibilitySection />);
  await expect.element(email()).toHaveValue('members');
  const select = email().element() as HTMLSelectElement;
  select.value = 'connections';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  expect(select.value).toBe('connections');
  await email().selectOptions('Only me');
  await location().selectOptions('Only me');
  reply(profileCalls.updateSettings, ({ body }) => ({
    ...settings,
    emailAudience: 'nobody' as const,
    ...(body as Partial<Settings>),
  }));
  finish({ ...settings, emailAudience: 'connections' });
  await expect.element(toast()).toMatchTextContent('Settings saved');
  await expect.element(email()).toHaveValue('nobody');
  await expect.element(location()).toHaveValue('nobody');
  await expect.poll(() => requestsOf(profileCalls.updateSettings).length).toBe(3);
});

const field = (name: string) => dialog().getByLabelText(name);
const renderEditor = () => renderScreen(<EditProfileDialog viewer={viewer} isOpen onOpenChange={() => undefined} />);

test('a profile draft survives a failed save and closing the editor', async () => {
  reply(profileCalls.updateProfile, problem(500));
  const { leave } = await renderEditor();
  await expectAccessible('the profile editor');
  await field('Bio').fill('A long thought.');
  await button('Save').click();
  await expect.element(page.getByText('Failed to update profile. Please try again.').first()).toBeVisible();
  await expect.element(field('Bio')).toHaveValue('A long thought.');
  await leave();
  await renderEditor();
  await expect.element(page.getByText('We restored what you typed last time.').first()).toBeVisible();
  await expect.element(field('Bio')).toHaveValue('A long thought.');
  reply(profileCalls.updateProfile, { ...viewer, bio: 'A long thought.' });
  await button('Save').click();
  // While a dialog is open, a toast is not announced.
  await expect.element(page.getByText('Profile updated').first()).toBeVisible();
});

test('errors of the browser and of the server are shown next to the field', async () => {
  await renderEditor();
  await field('Instagram').fill('javascript:alert(1)');
  await button('Save').click();
  await expect.element(field('Instagram')).toHaveAccessibleDescription(/Please enter your Instagram name/);
  await field('Instagram').fill('');
  await field('Location').fill('Nowhere');
  const errors = [{ path: 'body.location', message: 'Not a place we know' }];
  const body = { type: 'urn:problem:request.invalid', title: 'Invalid', status: 400, detail: 'Please check.', errors };
  reply(profileCalls.updateProfile, Response.json(body, { status: 400 }));
  await button('Save').click();
  await expect.element(field('Location')).toHaveAccessibleDescription('Not a place we know');
  await expectFocus(field('Location'));
  await userEvent.keyboard('{Escape}');
});
