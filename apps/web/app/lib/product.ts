import { paths } from './paths.ts';

/** The community's name. The server writes `PRODUCT_NAME` into each page as `<meta name="product-name">`. */
export let productName: string =
  (typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content) || 'Mindful Commons';

/** Sets the name for pages that the server renders. A replacement in the HTML would also change members' texts. */
export const setProductName = (name: string): void => {
  productName = name;
};

/**
 * URL of the community's app. Without `APP_STORE_URL` it is the page about installing from the browser. The server
 * replaces the placeholder in each page.
 */
export const appStoreUrl: string =
  typeof document === 'undefined'
    ? 'https://app-store.invalid'
    : (document.querySelector<HTMLMetaElement>('meta[name="app-store"]')?.content ?? paths.install);
