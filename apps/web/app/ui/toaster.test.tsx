import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectFocus, renderScreen, toast } from '../../test/screen.tsx';
import { showToast } from '../lib/toast-store.ts';

const region = () => page.getByRole('region', { name: /^Notifications/ });

const swipeRight = (pixels: number): void => {
  const card = toast().element();
  const { left, top, height } = card.getBoundingClientRect();
  const send = (type: string, moved: number) =>
    card.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        button: 0,
        clientX: left + 80 + moved,
        clientY: top + height / 2,
      }),
    );
  send('pointerdown', 0);
  for (let step = 1; step <= 8; step += 1) send('pointermove', (pixels * step) / 8);
  send('pointerup', pixels);
};

test('a newer toast replaces the older one, and one without an action stays for five seconds', async () => {
  await renderScreen(null);
  showToast({ title: 'Post shared' });
  await expect.element(toast()).toMatchTextContent('Post shared');
  const shownAt = performance.now();
  showToast({ title: 'Post updated' });
  await expect.element(toast()).toMatchTextContent('Post updated');
  expect(toast().elements()).toHaveLength(1);
  await expect.element(toast()).not.toBeInTheDocument();
  expect(performance.now() - shownAt).toBeGreaterThan(4_900);
});

test('F8 moves the focus to the list of toasts, and Escape closes the toast', async () => {
  await renderScreen(null);
  showToast({ title: 'For the keyboard' });
  await expect.element(toast()).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expectFocus(region().getByRole('list'));
  await userEvent.keyboard('{Escape}');
  await expect.element(toast()).not.toBeInTheDocument();
});

test('a toast stays while the pointer is over it, until "Dismiss" is pressed', async () => {
  await renderScreen(null);
  showToast({ title: 'Failed', variant: 'destructive' });
  await toast().hover();
  await button('Dismiss', toast()).click();
  await expect.element(toast()).not.toBeInTheDocument();
});

test('a swipe of 50 px to the right dismisses a toast, a shorter one does not', async () => {
  await renderScreen(null);
  showToast({ title: 'Swipe me' });
  await expect.element(toast()).toBeVisible();
  swipeRight(40);
  await expect.element(toast()).toHaveAttribute('data-swipe', 'cancel');
  swipeRight(60);
  await expect.element(toast()).not.toBeInTheDocument();
});
