/** The community's name: the server writes its `PRODUCT_NAME` into each page as `<meta name="product-name">`. */
export const productName: string =
  (typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="product-name"]')?.content) || 'Mindful Commons';
