import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../test/screen.tsx';
import { TextArea } from './text-area.tsx';

const field = () => page.getByRole('textbox', { name: 'Text' });

async function renderArea(submitOn: 'enter' | 'command-enter') {
  const submit = vi.fn<() => void>();
  await renderScreen(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea label="Text" submitOn={submitOn} minRows={1} maxRows={4} limit={{ max: 10 }} />
    </form>,
  );
  return submit;
}

test('Enter submits, Shift+Enter and the Enter of an input method do not', async () => {
  const submit = await renderArea('enter');
  await field().click();
  await userEvent.keyboard('One{Shift>}{Enter}{/Shift}two');
  await expect.element(field()).toHaveValue('One\ntwo');
  const composing = { key: 'Enter', bubbles: true, cancelable: true };
  field()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { ...composing, isComposing: true }));
  field()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { ...composing, keyCode: 229 }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(submit).toHaveBeenCalledOnce();
});

test('Ctrl+Enter and Cmd+Enter submit, Enter adds a line', async () => {
  const submit = await renderArea('command-enter');
  await field().click();
  await userEvent.keyboard('One{Enter}');
  expect(submit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}{Meta>}{Enter}{/Meta}');
  expect(submit).toHaveBeenCalledTimes(2);
});

test('it grows with its text up to its maximum, and counts characters without cutting the text', async () => {
  await renderArea('enter');
  const height = () => field().element().getBoundingClientRect().height;
  const oneLine = height();
  await field().fill('1\n2\n3');
  const threeLines = height();
  expect(threeLines).toBeGreaterThan(oneLine);
  await field().fill('1\n2\n3\n4\n5\n6\n7\n8');
  expect(height()).toBeLessThan(threeLines + (threeLines - oneLine));
  await expect.element(page.getByText('15/10', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('status').filter({ hasText: '5 characters too many' })).toBeInTheDocument();
});
