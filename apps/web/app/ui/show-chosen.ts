/** Scrolls a strip sideways so that the selected item is centered. */
export const scrollToSelected = (strip: HTMLElement | null, chosenSelector: string): void => {
  const chosen = strip?.querySelector<HTMLElement>(chosenSelector);
  if (strip && chosen) strip.scrollLeft = chosen.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2;
};
