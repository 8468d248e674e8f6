import { paths } from './paths.ts';

/** The community's name: the server writes its `PRODUCT_NAME` into each page as `<meta name="product-name">`. */
export let productName: string =
  (typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content) || 'Mindful Commons';

/** For pages that the server draws: what members wrote must stay, whatever the community is called. */
export const nameProduct = (name: string): void => {
  productName = name;
};

/**
 * The address of the community's app. Without `APP_STORE_URL` it is our own page about installing from the browser. The server
 * replaces the placeholder of the build in each page.
 */
export const appStoreUrl: string =
  typeof document === 'undefined'
    ? 'https://app-store.invalid'
    : (document.querySelector<HTMLMetaElement>('meta[name="app-store"]')?.content ?? paths.install);
