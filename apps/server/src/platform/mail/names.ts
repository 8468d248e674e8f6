import { cutText, isBlank } from '@commons/contract/text';

/** Format characters, except the joiners of emoji and Persian and the tags of flags. */
const formatCharacters = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/gu;

/** Text that mail programs turn into links: URLs, host names with any kind of dot, email addresses. */
const linkLike = /\S*(?:https?:|:\/\/|www\.|@)\S*|\S*[.。．｡․﹒][^\s.。．｡․﹒]{2,}\S*/giu;

const maxCharacters = 80;

/** Returns a member's name for a mail, without links, line breaks or changes of text direction. */
export function nameInMail(name: string): string {
  const plain = name.replaceAll(formatCharacters, ' ').replaceAll(linkLike, '…').replaceAll(/\s+/g, ' ').trim();
  return isBlank(plain) ? 'Someone' : cutText(plain, maxCharacters);
}

const nameWord = /^\p{L}[\p{L}\p{M}]{0,19}(?:[-'’]\p{L}[\p{L}\p{M}]{0,19})?$/u;

/**
 * Returns the first word of a name for a mail to an unconfirmed address. Undefined if it contains anything but letters,
 * hyphens and apostrophes: otherwise a stranger could send their own text or links through our mails.
 */
export function nameForStranger(name: string): string | undefined {
  const [word = ''] = name.normalize('NFC').trim().split(/\s/u, 1);
  return nameWord.test(word) ? word : undefined;
}
