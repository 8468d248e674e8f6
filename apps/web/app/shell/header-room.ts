/** Between the header and what the keyboard reaches, whose outline stands out by four. */
const gapPixels = 8;

/**
 * Keeps what the keyboard reaches, or an address names, out from under the header: how many rows that has depends on the
 * width, the letters and the numbers in it. (On the root itself: a variable there would cost the style of every element.)
 */
export function keepRoomBelowHeader(): () => void {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    // An open chat on a phone hides it.
    style.scrollPaddingTop = height === 0 ? '' : `${Math.ceil(height) + gapPixels}px`;
  });
  const header = document.querySelector('header');
  if (header) watch.observe(header);
  return () => {
    watch.disconnect();
    style.scrollPaddingTop = '';
  };
}
