import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, expectFocus, focus, renderScreen } from '../../test/screen.tsx';
import { lazyPart } from './lazy-part.tsx';

const Comments = () => (
  <section tabIndex={-1} aria-label="Comments">
    Here they are.
  </section>
);

/** Renders a part whose code is missing until `restore` is called. */
async function renderMissing() {
  let isMissing = true;
  let loads = 0;
  const Part = lazyPart(async () => {
    loads += 1;
    if (isMissing) throw new Error('not found');
    return { default: Comments };
  });
  await renderScreen(
    <>
      <input aria-label="Post" defaultValue="Half a thought" />
      <div>
        <Part />
      </div>
    </>,
  );
  return {
    restore: () => (isMissing = false),
    skipRetries: async (expectedLoads: number) => {
      await expect
        .poll(() => {
          window.dispatchEvent(new Event('online'));
          return loads;
        })
        .toBe(expectedLoads);
    },
  };
}

// React logs the error that the boundary handles.
const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => void consoleError.mockClear());
afterAll(() => consoleError.mockRestore());

test('a part whose code fails to load shows an error in place and loads on retry', async () => {
  const { restore, skipRetries } = await renderMissing();
  await skipRetries(3);
  await expect.element(page.getByRole('alert')).toMatchTextContent('This part could not be loaded');
  await expect.element(page.getByRole('textbox')).toHaveValue('Half a thought');
  restore();
  await focus(button('Try again'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Here they are.')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expectFocus(page.getByRole('region', { name: 'Comments' }));
});

test('a part whose code fails to load twice offers to reload the page', async () => {
  const { skipRetries } = await renderMissing();
  await skipRetries(3);
  await button('Try again').click();
  await skipRetries(6);
  await expectFocus(button('Reload the page'));
});
