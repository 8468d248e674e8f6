import { cutText, isBlank } from '@commons/contract/text';

/** Format characters, except the joiners of emoji and Persian and the tags of flags. */
const formatCharacters = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/gu;

/** Mail programs turn these into links: addresses with a scheme, hosts with any kind of dot, email addresses. */
const linkLike = /\S*(?:https?:|:\/\/|www\.|@)\S*|\S*[.。．｡․﹒][^\s.。．｡․﹒]{2,}\S*/giu;

const maxCharacters = 80;

/** A member's name within a sentence of a mail: without links, line ends, or a change of direction. */
export function nameInMail(name: string): string {
  const plain = name.replaceAll(formatCharacters, ' ').replaceAll(linkLike, '…').replaceAll(/\s+/g, ' ').trim();
  return isBlank(plain) ? 'Someone' : cutText(plain, maxCharacters);
}

const nameWord = /^\p{L}[\p{L}\p{M}]{0,19}(?:[-'’]\p{L}[\p{L}\p{M}]{0,19})?$/u;

/**
 * Returns the first word of a name for a mail to an unconfirmed address; undefined if it contains anything but letters,
 * hyphens and apostrophes. Otherwise a stranger could use our mails to send their own text or links.
 */
export function nameForStranger(name: string): string | undefined {
  const [word = ''] = name.normalize('NFC').trim().split(/\s/u, 1);
  return nameWord.test(word) ? word : undefined;
}
