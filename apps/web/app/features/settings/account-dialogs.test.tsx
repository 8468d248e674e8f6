import { securityCalls } from '@commons/contract/security/calls';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, problem, reply, requestsOf } from '../../../test/api.ts';
import { button, clickNow, dialog, expectAccessible, focus, renderScreen } from '../../../test/screen.tsx';
import { NewPasswordDialog } from './account-dialogs.tsx';

test('a checkbox cannot be changed while its form is being sent', async () => {
  const finish = holdReply(securityCalls.changePassword);
  await renderScreen(<NewPasswordDialog isOpen onOpenChange={() => undefined} />);
  const checkbox = dialog().getByRole('checkbox', { name: 'Sign out everywhere else' });
  for (const name of ['Current password', 'New password'])
    await dialog().getByLabelText(name, { exact: true }).fill('a lantern by the gate');
  await expectAccessible('the password dialog');
  await button('Save').click();
  await expect.element(button('Saving...')).toHaveAttribute('aria-busy', 'true');
  clickNow(checkbox);
  await focus(checkbox);
  await userEvent.keyboard(' ');
  await expect.element(checkbox).toBeChecked();
  finish(problem(500));
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  reply(securityCalls.changePassword, undefined);
  await focus(checkbox);
  await userEvent.keyboard('{Enter}');
  // While a dialog is open, a toast is not announced.
  await expect.element(page.getByText('Your new password is set').first()).toBeVisible();
  expect(requestsOf(securityCalls.changePassword)[1]?.body).toMatchObject({ endsOtherSessions: true });
});
