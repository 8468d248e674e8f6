import { productName } from '../../lib/product.ts';

/** The sentence that members agree to. A change of its meaning needs a new version of the guidelines. */
export const healthDataConsent = `I agree that ${productName} keeps what I share about my health, and shows it to the people I share it with`;
