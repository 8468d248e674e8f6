/** Space between the header and a focused element, whose outline is four pixels wide. */
const gapPixels = 8;

/**
 * Sets `scroll-padding-top` so that the sticky header never covers a focused element or an anchor. The height of the
 * header depends on the width, the font and its badges. Set on the root directly: a CSS variable there would restyle
 * every element.
 */
export function syncScrollPadding(): () => void {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    // On a phone, an open chat hides the header.
    style.scrollPaddingTop = height === 0 ? '' : `${Math.ceil(height) + gapPixels}px`;
  });
  const header = document.querySelector('header');
  if (header) watch.observe(header);
  return () => {
    watch.disconnect();
    style.scrollPaddingTop = '';
  };
}
