/**
 * The address of a profile photo's small size. Stored photos differ in the last word of their address alone; any other
 * address, of a photo that is not stored here, has one size.
 */
export const smallPhotoUrl = (url: string): string => url.replace(/^(\/media\/[\da-f-]+)-full\.webp$/, '$1-small.webp');
