/** Returns the URL of the smaller version of a picture, for cards. */
export const cardUrl = (url: string): string => url.replace('-full.', '-card.');
