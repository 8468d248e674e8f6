import { usePlainPage } from '../lib/plain-page.ts';
import { productName } from '../lib/product.ts';

/** The document's title: what this screen is, then whose it is. A form that came back says so first: titles are read first. */
export function PageTitle({ children }: { children: string }) {
  const cameBack = usePlainPage()?.posted?.isDone === false ? 'Please check: ' : '';
  return <title>{`${cameBack}${children} · ${productName}`}</title>;
}
