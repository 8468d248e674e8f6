import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button, renderScreen, toast } from '../../test/screen.tsx';
import ForgotPasswordScreen from '../features/auth/forgot-password-screen.tsx';

test('a form that is sent offline stays with its text and says why', async () => {
  const onLine = vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  await renderScreen(<ForgotPasswordScreen />, { path: '/forgot-password' });
  await page.getByLabelText('Email').fill('ana@mail.test');
  await button('Send me a link').click();
  await expect.element(toast()).toMatchTextContent('You are offline');
  await expect.element(page.getByLabelText('Email')).toHaveValue('ana@mail.test');
});
