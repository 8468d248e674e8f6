import type { Post } from '@commons/contract/feed';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { showToast } from '../../ui/toast-store.ts';

/** `navigator.clipboard` is missing on plain http outside localhost, and may be refused. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** Opens the device's own share sheet where there is one, else copies the link. */
export const sharePost = async (post: Post): Promise<void> => {
  const url = new URL(paths.post(post.id), window.location.origin).href;
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: `${post.author.displayName} on ${productName}`, url });
      return;
    } catch (error) {
      // The member closed the sheet: that is an answer, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyText(url)) showToast({ title: 'Link copied' });
  else showToast({ title: 'Here is the link', description: url });
};
