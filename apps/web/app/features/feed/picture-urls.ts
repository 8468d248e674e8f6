/** Returns the URL of a picture's smaller version for cards. The versions differ in the last word of the URL. */
export const cardUrl = (url: string): string => url.replace('-full.', '-card.');
