import type { MouseEvent } from 'react';

/**
 * Click handler of a link with `viewTransition`: marks the pressed card, or its part with `data-opening-part`, which
 * then moves to the place of the next screen's element with the class `opened-part`.
 */
export function markOpenedPart({ currentTarget }: MouseEvent<HTMLElement>): void {
  // A name must be unique. A press that opened another tab leaves its mark.
  for (const marked of document.querySelectorAll('[data-opened-part]')) marked.removeAttribute('data-opened-part');
  const card = currentTarget.closest('article');
  (card?.querySelector('[data-opening-part]') ?? card)?.setAttribute('data-opened-part', '');
}
