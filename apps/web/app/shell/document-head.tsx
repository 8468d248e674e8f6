import textFontUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import headingFontUrl from '../fonts/fraunces-heading.woff2?url';
import shortPostFontUrl from '../fonts/fraunces-text.woff2?url';
import { productName } from '../lib/product.ts';

const fontUrls = [textFontUrl, headingFontUrl];

/** Head elements that all documents share. Only members see short posts, so only they load the font of these. */
export function DocumentHead({ isForMember = false }: { isForMember?: boolean | undefined }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="product-name" content={productName} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111916" />
      {(isForMember ? [...fontUrls, shortPostFontUrl] : fontUrls).map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <link rel="icon" href="/brand/favicon" />
      <link rel="apple-touch-icon" href="/brand/icon-180.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}
