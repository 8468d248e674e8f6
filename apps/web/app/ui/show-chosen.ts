/** Scrolls a strip of words sideways to where the chosen one is seen. */
export const showChosen = (strip: HTMLElement | null, chosenSelector: string): void => {
  const chosen = strip?.querySelector<HTMLElement>(chosenSelector);
  if (strip && chosen) strip.scrollLeft = chosen.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2;
};
