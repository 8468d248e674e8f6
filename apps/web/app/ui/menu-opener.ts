/** The button that opened the menu which an element is in. */
export const openerOf = (element: Element): HTMLElement | null => {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
};

/**
 * The button whose menu has the focus, or had it a moment ago: after a menu has gone nothing has it until the menu gives it
 * back, and a dialog may open just then.
 */
export const menuOpener: { current: HTMLElement | null } = { current: null };
