/** The address of a picture's smaller size, which is enough for a card: addresses of its sizes differ in the last word. */
export const cardUrl = (url: string): string => url.replace('-full.', '-card.');
