/** Returns the button that opened the menu around an element. */
export const openerOf = (element: Element): HTMLElement | null => {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
};

/**
 * The button whose menu has or just had the focus. While a menu closes, nothing has the focus, and a dialog may open at
 * that moment.
 */
export const menuOpener: { current: HTMLElement | null } = { current: null };
