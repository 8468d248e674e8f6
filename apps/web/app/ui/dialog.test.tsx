import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, dialog, expectFocus, renderScreen } from '../../test/screen.tsx';
import { showToast } from '../lib/toast-store.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { DialogForm } from './dialog-form.tsx';
import { TextField } from './text-field.tsx';

function NoteForm({ isPending = false }: { isPending?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Add</Button>
      <DialogForm title="A note" submitLabel="Post" isOpen={isOpen} onOpenChange={setIsOpen} isPending={isPending}>
        {(id) => (
          <form id={id}>
            <TextField label="Note" />
            <Button onClick={() => setIsAsking(true)}>Ask</Button>
          </form>
        )}
      </DialogForm>
      <Confirm
        title="Really?"
        text="It is gone."
        confirmLabel="Yes"
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        isPending={false}
        onConfirm={() => setIsAsking(false)}
      />
    </>
  );
}

test('a dialog takes the focus, and returns it to its opener when Escape, Close or Cancel closes it', async () => {
  await renderScreen(<NoteForm />);
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => button('Close', dialog()).click(),
    () => button('Cancel', dialog()).click(),
  ]) {
    await button('Add').click();
    await expectFocus(page.getByRole('textbox', { name: 'Note' }));
    for (const landmark of ['banner', 'contentinfo'] as const)
      await expect.element(page.getByRole(landmark)).not.toBeInTheDocument();
    await close();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expectFocus(button('Add'));
  }
});

test('Escape closes the dialog below a toast, which covers no dialog on a phone', async () => {
  await page.viewport(375, 740);
  await renderScreen(<NoteForm />);
  await button('Add').click();
  showToast({ title: 'Failed to save', variant: 'destructive' });
  const notice = page.getByText('Failed to save').first();
  await expect.element(notice).toBeVisible();
  const card = document.querySelector('li[data-state=open]')!;
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)));
  expect(card.getBoundingClientRect().bottom).toBeLessThanOrEqual(dialog().element().getBoundingClientRect().top);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('nothing closes a dialog while its form is in flight', async () => {
  await renderScreen(<NoteForm isPending />);
  await button('Add').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Cancel', dialog())).toBeDisabled();
  await expect.element(button('Post', dialog())).toHaveAttribute('aria-busy', 'true');
  await expect.element(dialog()).toHaveAttribute('data-state', 'open');
});

test('a confirmation above a dialog closes alone and returns the focus to its button', async () => {
  await renderScreen(<NoteForm />);
  await button('Add').click();
  await button('Ask').click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('It is gone.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await expectFocus(button('Ask'));
});
