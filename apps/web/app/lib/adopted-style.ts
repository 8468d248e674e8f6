// Replaces `react-style-singleton`, with which Radix's overlays keep the page behind them from scrolling: that package
// adds style elements, which the content security policy forbids.
import { useEffect } from 'react';

/** Returns a component that applies its styles while at least one instance is shown. */
export function styleSingleton(): (properties: { styles: string; dynamic?: boolean }) => null {
  const sheet = typeof document === 'undefined' ? undefined : new CSSStyleSheet();
  let shown = 0;

  return function AdoptedStyle({ styles }) {
    useEffect(() => {
      if (!sheet) return undefined;
      if (shown++ === 0) {
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        shown -= 1;
        if (shown === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
    }, [styles]);
    return null;
  };
}
