/** Where the focus belongs on the screen that is open: what the screen names itself, else its beginning. */
export const findFocusPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-focus-place]') ?? document.querySelector<HTMLElement>('#main');
