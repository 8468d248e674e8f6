/** A part of a text. With an `href` it is a link. */
export type TextPart = { text: string; href?: string };

const schemeStart = /(?<![A-Za-z0-9_])https?:\/\//gi;

const hostCharacters = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}.-])+/u;
/** Several labels. The last one is a word, as those of IP addresses are not. */
const isHost = (text: string): boolean =>
  /^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu.test(text);

/** Letters of scripts that are written without spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** In those scripts the next word may follow an address directly. */
const wordFollows = (character: string, before: string): boolean =>
  /[a-z0-9]/i.test(before) && unspaced.test(character);

/** Spaces, quotes, typographic punctuation, emoji, control and format characters are not part of an address. */
const addressEnd = /[\s"<>`|\\^\p{Default_Ignorable_Code_Point}]|[^\p{ASCII}\p{L}\p{M}\p{N}]|\p{Cc}/u;

/** Addresses in a list are separated by commas or semicolons. */
const nextAddress = /^https?:\/\//i;

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** The length of the path, query and fragment that `text` begins with: up to a closing bracket that was not opened. */
function pathLength(text: string): number {
  const open: string[] = [];
  let [length, before] = [0, ''];
  for (const character of text) {
    if (addressEnd.test(character) || wordFollows(character, before)) break;
    if (/[,;]/.test(character) && nextAddress.test(text.slice(length + 1, length + 9))) break;
    if ('([{'.includes(character)) open.push(character);
    else if (character in brackets && open.pop() !== brackets[character]) break;
    length += character.length;
    before = character;
  }
  return length;
}

/** Takes off the punctuation of the sentence around an address, a bracket that was just opened, and a possessive "'s". */
function withoutPunctuation(address: string): string {
  let end = address.length;
  for (;;) {
    if (/[.,;:!?'*([{]/.test(address.charAt(end - 1))) end -= 1;
    else if (/^'s$/i.test(address.slice(end - 2, end))) end -= 2;
    else return address.slice(0, end);
  }
}

/** Another host or a user may be meant when these follow what looks like the host. */
const hidesHost = /^[^\s/?#"<>]*[@\\%]|^[&=~+$_]|^:\w/u;

/** Returns the address at the beginning of `text` if it may become a link. */
function findAddress(text: string): { address: string; host: string } | undefined {
  const scheme = text.slice(0, text.indexOf('//') + 2);
  let authority = hostCharacters.exec(text.slice(scheme.length))?.[0] ?? '';
  let before = '';
  let length = 0;
  for (const character of authority) {
    if (wordFollows(character, before)) authority = authority.slice(0, length);
    length += character.length;
    before = character;
  }
  const host = authority.replace(/\.+$/, '');
  if (!isHost(host)) return undefined;
  const begin = scheme.length + host.length;
  const port = /^:\d{1,5}(?!\d)/.exec(text.slice(begin))?.[0] ?? '';
  const rest = text.slice(begin + port.length);
  if (hidesHost.test(rest)) return undefined;
  const path = /^[/?#]/.test(rest) ? rest.slice(0, pathLength(rest)) : '';
  return { address: withoutPunctuation(`${scheme}${host}${port}${path}`), host };
}

const parse = (address: string): URL | undefined => {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
};

/** Letters of other scripts, and some of Latin, can pass for the letters of a well-known host. */
const looksAsItIs = (host: string): boolean => /^\p{ASCII}*$/u.test(host.normalize('NFD').replace(/\p{Mn}/gu, ''));

/**
 * Finds the http(s) addresses in a text that a person typed. Punctuation of the surrounding sentence is left out.
 * An address with a user name or password is not linked, because it can hide the host. A host with letters that can
 * pass for others is shown in its ASCII form (`xn--…`). Runs in linear time.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index } of text.matchAll(schemeStart)) {
    if (index < end) continue;
    const found = findAddress(text.slice(index));
    const url = found && parse(found.address);
    if (!found || !url) continue;
    const { address, host } = found;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: looksAsItIs(host) ? address : address.replace(host, url.hostname), href: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
