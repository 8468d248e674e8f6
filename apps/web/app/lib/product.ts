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
 * Where the community's app can be had; undefined where there is none. The server writes its `APP_STORE_URL` into each page,
 * in place of what the build writes.
 */
export const appStoreUrl: string | undefined =
  typeof document === 'undefined'
    ? 'https://app-store.invalid'
    : document.querySelector<HTMLMetaElement>('meta[name="app-store"]')?.content;
