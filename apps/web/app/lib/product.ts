/** The community's name: the server writes its `PRODUCT_NAME` into each page as `<meta name="product-name">`. */
export let productName: string =
  (typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content) || 'Mindful Commons';

/** For pages that the server draws: what members wrote must stay, whatever the community is called. */
export const nameProduct = (name: string): void => {
  productName = name;
};
