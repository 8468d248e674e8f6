import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, dialog, expectFocus, focus, renderScreen } from '../../test/screen.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FocusRestorer } from './focus.tsx';
import { Menu, MenuItem } from './menu.tsx';

function PostWithMenu({ onDelete }: { onDelete?: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  return (
    <article>
      <Menu trigger={<Button>Options</Button>} isOpen={isOpen} onOpenChange={setIsOpen}>
        <MenuItem onSelect={() => setIsReporting(true)}>Report</MenuItem>
        <MenuItem onSelect={() => onDelete?.()}>Delete</MenuItem>
      </Menu>
      <Dialog title="Report" isOpen={isReporting} onOpenChange={setIsReporting}>
        <input aria-label="Reason" />
      </Dialog>
    </article>
  );
}

function Posts() {
  const [isDeleted, setIsDeleted] = useState(false);
  return (
    <>
      <input aria-label="Search" />
      <FocusRestorer label="Posts">{!isDeleted && <PostWithMenu onDelete={() => setIsDeleted(true)} />}</FocusRestorer>
    </>
  );
}

const menu = () => page.getByRole('menu');
const item = (name: string) => page.getByRole('menuitem', { name });

test('a menu button opens and closes its menu by mouse and keyboard, also again right after it was closed', async () => {
  await renderScreen(<Posts />);
  for (let times = 0; times < 2; times += 1) {
    await button('Options').click();
    await expect.element(menu()).toBeVisible();
    await button('Options').click();
    await expect.element(menu()).not.toBeInTheDocument();
    await expectFocus(button('Options'));
  }
  await userEvent.keyboard(' ');
  await expectFocus(item('Report'));
  await userEvent.keyboard('{ArrowDown}');
  await expectFocus(item('Delete'));
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
  await expectFocus(button('Options'));
});

test('a member who leaves a menu for a field keeps the focus after the menu has closed', async () => {
  await renderScreen(<Posts />);
  await button('Options').click();
  await expect.element(menu()).toBeVisible();
  await focus(page.getByRole('textbox'));
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('calm');
  await expect.element(menu()).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox')).toHaveValue('calm');
});

test('a menu closes with its screen', async () => {
  await renderScreen(<Posts />);
  await button('Options').click();
  await expect.element(menu()).toBeVisible();
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(menu()).not.toBeInTheDocument();
});

test('a dialog that opens from a menu returns the focus to the menu button', async () => {
  await renderScreen(<Posts />);
  await button('Options').click();
  await item('Report').click();
  await expectFocus(page.getByRole('textbox', { name: 'Reason' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expectFocus(button('Options'));
});

test('when a post is deleted while its menu is open, the focus moves to its list', async () => {
  await renderScreen(<Posts />);
  await button('Options').click();
  await item('Delete').click();
  await expect.element(menu()).not.toBeInTheDocument();
  await expectFocus(page.getByRole('region', { name: 'Posts' }));
});
