import textFontUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import headingFontUrl from '../fonts/fraunces-heading.woff2?url';
import shortPostFontUrl from '../fonts/fraunces-text.woff2?url';
import { useBrand } from '../lib/product.ts';

const fontUrls = [textFontUrl, headingFontUrl];

/** Head elements that all documents share. Only members see short posts, so only they load the font of these. */
export function DocumentHead({ isForMember = false }: { isForMember?: boolean | undefined }) {
  const { productName, accentColor, logoUrl, iconUrl } = useBrand();
  // The address changes with the icon, because browsers keep icons for long.
  const iconVersion = iconUrl?.split('/').at(-1);
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta
        name="product-name"
        content={productName}
        data-accent={accentColor}
        data-logo={logoUrl}
        data-icon={iconUrl}
      />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f2" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111916" />
      {(isForMember ? [...fontUrls, shortPostFontUrl] : fontUrls).map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      {iconVersion === undefined ? (
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      ) : (
        <link rel="icon" href={`/brand/favicon?v=${iconVersion}`} type="image/png" />
      )}
      <link
        rel="apple-touch-icon"
        href={iconVersion === undefined ? '/icon-180.png' : `/brand/icon-180.png?v=${iconVersion}`}
      />
      {accentColor !== undefined && <link rel="stylesheet" href={`/brand/accent-${accentColor.slice(1)}.css`} />}
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}
