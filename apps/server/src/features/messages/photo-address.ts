export type PhotoSize = 'card' | 'full';

/** Where the two of a conversation, and nobody else, get a photo of it. */
export const photoAddress = (photoId: string, size: PhotoSize): string => `/api/messages/photos/${photoId}/${size}`;
