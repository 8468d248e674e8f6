/** Scrolls a strip sideways so that the selected item is centered. */
export const scrollToSelected = (strip: HTMLElement | null, selectedSelector: string): void => {
  const selected = strip?.querySelector<HTMLElement>(selectedSelector);
  if (strip && selected) strip.scrollLeft = selected.offsetLeft - (strip.clientWidth - selected.offsetWidth) / 2;
};
