/** A segment of a text. With an `href` it is a link. */
export type TextPart = { text: string; href?: string };

const schemeStart = /(?<![A-Za-z0-9_])https?:\/\//gi;

const hostCharacters = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}.-])+/u;
/** Requires at least two labels and a last label that is not numeric, which excludes IP addresses. */
const isHost = (text: string): boolean =>
  /^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu.test(text);

/** Letters of scripts that are written without spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** In those scripts a word can directly follow a URL. */
const wordFollows = (character: string, before: string): boolean =>
  /[a-z0-9]/i.test(before) && unspaced.test(character);

/** Spaces, quotes, typographic punctuation, emoji, control and format characters end a URL. */
const urlEnd = /[\s"<>`|\\^\p{Default_Ignorable_Code_Point}]|[^\p{ASCII}\p{L}\p{M}\p{N}]|\p{Cc}/u;

/** Commas and semicolons can separate URLs in a list. */
const nextUrl = /^https?:\/\//i;

const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Length of the path, query and fragment at the start of `text`. Ends at an unmatched closing bracket. */
function pathLength(text: string): number {
  const open: string[] = [];
  let [length, before] = [0, ''];
  for (const character of text) {
    if (urlEnd.test(character) || wordFollows(character, before)) break;
    if (/[,;]/.test(character) && nextUrl.test(text.slice(length + 1, length + 9))) break;
    if ('([{'.includes(character)) open.push(character);
    else if (character in brackets && open.pop() !== brackets[character]) break;
    length += character.length;
    before = character;
  }
  return length;
}

/** Removes trailing punctuation, an opening bracket and a possessive "'s" from a URL. */
function trimPunctuation(url: string): string {
  let end = url.length;
  for (;;) {
    if (/[.,;:!?'*([{]/.test(url.charAt(end - 1))) end -= 1;
    else if (/^'s$/i.test(url.slice(end - 2, end))) end -= 2;
    else return url.slice(0, end);
  }
}

/** Matches characters after an apparent host which show that it may be a user name or part of another host. */
const hidesHost = /^[^\s/?#"<>]*[@\\%]|^[&=~+$_]|^:\w/u;

/** Returns the URL at the start of `text` if it may become a link. */
function findUrl(text: string): { href: string; host: string } | undefined {
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
  return { href: trimPunctuation(`${scheme}${host}${port}${path}`), host };
}

const parse = (href: string): URL | undefined => {
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
};

/** Returns false if the host has letters that can imitate those of another host. */
const isUnambiguous = (host: string): boolean => /^\p{ASCII}*$/u.test(host.normalize('NFD').replace(/\p{Mn}/gu, ''));

/**
 * Finds the http(s) URLs in a member's text. Punctuation of the surrounding sentence is left out. A URL with a user
 * name or password is not linked, because it can hide the host. A host with confusable letters is shown in its ASCII
 * form (`xn--…`). Runs in linear time.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index } of text.matchAll(schemeStart)) {
    if (index < end) continue;
    const found = findUrl(text.slice(index));
    const url = found && parse(found.href);
    if (!found || !url) continue;
    const { href, host } = found;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: isUnambiguous(host) ? href : href.replace(host, url.hostname), href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
