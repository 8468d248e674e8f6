/** The contract's limit, known before anything is sent. */
const maxBytes = 10 * 1024 * 1024;

export const unreadablePhoto = 'This picture is damaged or of a kind we cannot use. Please choose another.';

/** Why a file cannot become a photo, in words for whoever chose it; undefined when it can be tried. */
export const refusePhoto = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!type.startsWith('image/')) return 'Please choose a picture: JPG, PNG, WebP or GIF.';
  if (size > maxBytes) return 'A picture may have up to 10 MB. Please choose a smaller one.';
  return undefined;
};
