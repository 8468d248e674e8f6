/** The address of a photo's smaller size, which is enough for a chat: addresses of its sizes differ in the last word. */
export const photoCardUrl = (url: string): string => url.replace(/\/full$/, '/card');
