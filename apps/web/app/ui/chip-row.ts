/** A row of chips that scrolls sideways fades out in the margins of the page, so that its first chip is aligned. */
export const fadingRowClass =
  '[mask-image:linear-gradient(to_right,transparent,#000_1rem,#000_calc(100%-1rem),transparent)]';

/** Scrolls the row sideways so that the pressed chip or selected tab is centered. */
export const scrollToPressed = (row: HTMLElement | null): void => {
  const pressed = row?.querySelector<HTMLElement>('[aria-pressed=true], [aria-selected=true]');
  if (row && pressed) row.scrollLeft = pressed.offsetLeft - (row.clientWidth - pressed.offsetWidth) / 2;
};
