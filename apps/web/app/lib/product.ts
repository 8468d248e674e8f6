import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** The community's name, and the look that it chose. A missing value means the one of the application. */
export type Brand = {
  productName: string;
  accentColor?: string | undefined;
  logoUrl?: string | undefined;
  iconUrl?: string | undefined;
};

/** The server writes the brand into each page as `<meta name="product-name">` (`shell/document-head.tsx`). */
function readBrand(): Brand {
  const meta =
    typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="product-name"]');
  const { accent, logo, icon } = meta?.dataset ?? {};
  return { productName: meta?.content || 'Mindful Commons', accentColor: accent, logoUrl: logo, iconUrl: icon };
}

const store = createStore(readBrand());

export let productName: string = store.get().productName;

/**
 * Sets the brand: of pages that the server renders, and of the page on which an admin changes it. A replacement in the
 * HTML would also change members' texts.
 */
export const setBrand = (brand: Brand): void => {
  productName = brand.productName;
  store.set(brand);
};

export const useBrand = (): Brand => useSyncExternalStore(store.subscribe, store.get, store.get);
