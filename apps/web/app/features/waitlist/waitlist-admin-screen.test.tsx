import { authCalls } from '@commons/contract/auth/calls';
import { waitlistCalls } from '@commons/contract/waitlist/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { holdReply, networkFailure, problem, reply } from '../../../test/api.ts';
import { button, expectAccessible, expectFocus, newId, renderScreen, viewer } from '../../../test/screen.tsx';
import WaitlistAdminScreen from './waitlist-admin-screen.tsx';

const wren = {
  id: newId(),
  firstName: 'Wren',
  lastName: 'Field',
  email: 'wren@mail.test',
  message: null,
  createdAt: viewer.createdAt,
  invitedAt: null,
  joinedAt: null,
};

test('on a phone the waitlist is a list of cards, and Retry loads it after an error', async () => {
  reply(authCalls.getCurrentUser, problem(401, 'auth.required'));
  reply(waitlistCalls.listWaitlist, networkFailure);
  await page.viewport(375, 812);
  await renderScreen(<WaitlistAdminScreen />, { member: null });
  await page.getByLabelText('Access code').fill('Open-Sesame');
  await button('Open').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Error loading waitlist data');
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Waitlist' }));
  const finish = holdReply(waitlistCalls.listWaitlist);
  await button('Retry').click();
  await expect.element(button('Retry')).toHaveAttribute('aria-busy', 'true');
  finish(problem(500));
  await expect.element(button('Retry')).not.toHaveAttribute('aria-busy', 'true');
  await expectFocus(button('Retry'));
  reply(waitlistCalls.listWaitlist, [wren]);
  await button('Retry').click();
  const card = page.getByRole('listitem', { name: 'Wren Field' });
  await expect.element(card).toMatchTextContent('wren@mail.test');
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Waitlist' }));
  await expect.element(page.getByRole('status').filter({ hasText: 'Waitlist is open' })).toBeInTheDocument();
  expect(page.getByRole('table').elements()).toEqual([]);
  await expectAccessible('the waitlist');
  await page.viewport(375, 812);
  reply(waitlistCalls.deleteWaitlistEntry, undefined);
  await button('Delete Wren Field', card).click();
  await button('Confirm', card).click();
  await expect.element(card).not.toBeInTheDocument();
});
