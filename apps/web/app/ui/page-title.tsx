import { usePlainPage } from '../lib/plain-page.ts';
import { productName } from '../lib/product.ts';

/** The document title: the screen, then the product. A form returned with errors starts with "Please check". */
export function PageTitle({ children }: { children: string }) {
  const prefix = usePlainPage()?.posted?.isDone === false ? 'Please check: ' : '';
  return <title>{`${prefix}${children} · ${productName}`}</title>;
}
