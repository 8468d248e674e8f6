/** The community's name. The server writes `PRODUCT_NAME` into each page as `<meta name="product-name">`. */
export let productName: string =
  (typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content) || 'Mindful Commons';

/** Sets the name for pages that the server renders. A replacement in the HTML would also change members' texts. */
export const setProductName = (name: string): void => {
  productName = name;
};
