/** Where the focus belongs on the screen that is open: what the screen names itself, else its beginning. */
export const findFocusPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-focus-place]') ?? document.querySelector<HTMLElement>('#main');

/**
 * What was written is sent: the button that sent it has nothing more to send, and the next words begin where the last
 * did. The focus of someone who has gone on elsewhere stays there.
 */
export const returnToWriting = (form: HTMLFormElement | null): void => {
  if (form?.contains(document.activeElement)) form.querySelector('textarea')?.focus({ preventScroll: true });
};
