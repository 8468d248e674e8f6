import { productName } from '../lib/product.ts';

/** The document's title: what this screen is, then whose it is. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${productName}`}</title>;
}
