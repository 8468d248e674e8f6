import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, clickNow, dialog, expectFocus, focus, renderScreen, toast } from '../../test/screen.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { type DialogState, lazyDialog, lazyMenu, type LazyMenuProps } from './lazy-opening.tsx';
import { Menu, MenuItem } from './menu.tsx';

const PostMenu = (props: LazyMenuProps) => (
  <Menu {...props}>
    <MenuItem>Edit</MenuItem>
    <MenuItem>Delete</MenuItem>
  </Menu>
);

const NoteDialog = (props: DialogState) => (
  <Dialog {...props} title="A note">
    <input aria-label="Note" />
  </Dialog>
);

/** Code that arrives when `release` is called, and fails to load until `restore` is called if it is missing. */
function createCode<Part>(part: Part, { isMissing = false } = {}) {
  const { promise, resolve } = Promise.withResolvers<{ default: Part }>();
  let isAvailable = !isMissing;
  let loads = 0;
  return {
    load: () => {
      loads += 1;
      return isAvailable ? promise : Promise.reject(new Error('not found'));
    },
    release: () => resolve({ default: part }),
    restore: () => {
      isAvailable = true;
      resolve({ default: part });
    },
    /** The browser comes online, so that retries do not wait. */
    skipRetries: async () => {
      await expect
        .poll(() => {
          window.dispatchEvent(new Event('online'));
          return loads;
        })
        .toBe(3);
    },
  };
}

/** Renders a text field and buttons with the lazy menu or dialog. */
async function renderMenu(code: { load: () => Promise<{ default: typeof PostMenu }> }, names = ['Options']) {
  // Each test has its own code, which is loaded once.
  const MenuButton = lazyMenu(code.load);
  return renderScreen(
    <>
      <input aria-label="Post" />
      {names.map((name) => (
        <MenuButton key={name} trigger={<Button>{name}</Button>} />
      ))}
    </>,
  );
}

const field = () => page.getByRole('textbox', { name: 'Post' });
const menu = () => page.getByRole('menu');
const firstItem = () => page.getByRole('menuitem').first();
async function expectPending(name = 'Options') {
  await expect.element(button(name)).toHaveAttribute('aria-busy', 'true');
}
async function expectIdle(name = 'Options') {
  await expect.element(button(name)).not.toHaveAttribute('aria-busy');
}

test('a menu whose code is loading shows progress, is announced, keeps the focus on its button and opens', async () => {
  const code = createCode(PostMenu);
  await renderMenu(code);
  await focus(button('Options'));
  await userEvent.keyboard('{Enter}');
  await expectPending();
  await expect.element(page.getByRole('status').filter({ hasText: 'Opening' })).toBeInTheDocument();
  await expectFocus(button('Options'));
  code.release();
  await expectFocus(firstItem());
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
  await expectFocus(button('Options'));
  // Its code is loaded, so the menu opens at once.
  clickNow(button('Options'));
  await expect.element(menu()).toBeVisible();
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a shortcut key', () => userEvent.keyboard('g')],
  ['a navigation', () => Promise.resolve(window.dispatchEvent(new PopStateEvent('popstate')))],
])('%s cancels a loading menu', async (_name, cancel) => {
  const code = createCode(PostMenu);
  await renderMenu(code);
  await button('Options').click();
  await expectPending();
  await cancel();
  await expectIdle();
  code.release();
  await button('Options').click();
  await expect.element(menu()).toBeVisible();
});

test.each([
  ['a keyboard', () => userEvent.keyboard('I say ')],
  ['dictation, which sends no key events', null],
  ['a phone keyboard, which hides the key', 'Unidentified'],
  ['an input method', 'Process'],
])('a menu that loads late does not take focus from a member who types with %s', async (_source, key) => {
  const code = createCode(PostMenu);
  await renderMenu(code);
  await button('Options').click();
  await expectPending();
  const input = field().element();
  input.focus();
  if (typeof key === 'function') await key();
  else {
    if (key !== null) input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    document.execCommand('insertText', false, 'I say ');
  }
  await expectIdle();
  code.release();
  await userEvent.keyboard('on');
  await expect.element(field()).toHaveValue('I say on');
  await expect.element(menu()).not.toBeInTheDocument();
});

test('the later of two loading menus opens', async () => {
  const code = createCode(PostMenu);
  await renderMenu(code, ['First', 'Second']);
  await button('First').click();
  await button('Second').click();
  code.release();
  await expect.element(menu()).toBeVisible();
  await expect.element(button('Second')).toHaveAttribute('aria-expanded', 'true');
});

test('a menu whose code fails to load keeps its button and opens on a later press', async () => {
  const code = createCode(PostMenu, { isMissing: true });
  await renderMenu(code);
  await focus(button('Options'));
  await userEvent.keyboard('{Enter}');
  await code.skipRetries();
  await expect.element(toast()).toMatchTextContent('This could not be opened. Please try again.');
  await expectFocus(button('Options'));
  code.restore();
  await userEvent.keyboard('{Enter}');
  await expectFocus(firstItem());
});

test('a menu that fails to load shows no error to a member who types', async () => {
  const code = createCode(PostMenu, { isMissing: true });
  await renderMenu(code);
  await button('Options').click();
  await expectPending();
  await field().fill('I write on');
  await expectIdle();
  await code.skipRetries();
  await expect.element(field()).toHaveValue('I write on');
  await expect.element(toast()).not.toBeInTheDocument();
});

test('a dialog that loads late does not open while the member types, and opens on a later press', async () => {
  const code = createCode(NoteDialog);
  const NoteButton = lazyDialog(code.load);
  await renderScreen(
    <>
      <input aria-label="Post" />
      <NoteButton trigger={<Button>Add</Button>} />
    </>,
  );
  await button('Add').click();
  await expectPending('Add');
  await field().click();
  await userEvent.keyboard('calm');
  code.release();
  await expectIdle('Add');
  await expect.element(field()).toHaveValue('calm');
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('Add').click();
  await expectFocus(page.getByRole('textbox', { name: 'Note' }));
});

test('a dialog whose code fails to load opens on a later press', async () => {
  const code = createCode(NoteDialog, { isMissing: true });
  const NoteButton = lazyDialog(code.load);
  await renderScreen(<NoteButton trigger={<Button>Add</Button>} />);
  await button('Add').click();
  await code.skipRetries();
  await expect.element(toast()).toMatchTextContent('This could not be opened. Please try again.');
  code.restore();
  await button('Add').click();
  await expect.element(dialog()).toBeVisible();
});
