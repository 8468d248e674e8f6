import { textLimits, textsErrors } from '@commons/contract/texts';
import { Marked, type RendererObject, type Tokens } from 'marked';
import { errorsOf } from '../../platform/errors.ts';

const textsError = errorsOf(textsErrors);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

const allowedProtocols = new Set(['http:', 'https:', 'mailto:']);

/** Returns the attributes of a link, or undefined if its address is not allowed. */
function linkAttributes(href: string): string | undefined {
  // An address of this community. Browsers treat `//` and `/\` as another host, and ignore tabs and line breaks.
  if (/^\/(?![/\\])[^\s\\]*$/.test(href)) return `href="${escapeHtml(href)}"`;
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return allowedProtocols.has(url.protocol) ? `href="${escapeHtml(url.href)}" rel="noreferrer external"` : undefined;
}

const renderer: RendererObject = {
  // The page has its own first heading.
  heading({ depth, tokens }) {
    const level = Math.min(Math.max(depth, 2), 4);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
  },
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens);
    const attributes = linkAttributes(href);
    return attributes === undefined ? text : `<a ${attributes}>${text}</a>`;
  },
  // Pictures would load from other sites. Their description stays.
  image: ({ text }) => escapeHtml(text),
  code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
};

/**
 * Markdown without HTML: the tokenizers for it find nothing, so `<` is text like any other character. Each element of
 * the output therefore comes from the renderers of `marked` or from the ones above.
 */
const marked = new Marked({
  gfm: true,
  renderer,
  tokenizer: { html: () => undefined, tag: () => undefined },
});

/** Quotes and list items that begin on one line. The parser calls itself for each. */
const nestedBlocks = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t>]|$))+/gm;

/** Leading white space, which nests lists over several lines. */
const longestIndent = /^[ \t]{40}/m;

/**
 * Rejects texts that take the parser too long or too deep.
 *
 * @throws AppError with a field of the input.
 */
export function assertRenderable(markdown: string): void {
  if (Buffer.byteLength(markdown) > textLimits.bytes) throw textsError('texts.too_long');
  const isTooNested = [...markdown.matchAll(nestedBlocks)].some(
    ([start]) => (start.match(/>|[-*+]|\d[.)]/g) ?? []).length > textLimits.nestedBlocks,
  );
  if (isTooNested || longestIndent.test(markdown)) throw textsError('texts.too_nested');
}

/** Renders the Markdown of an admin. `{{product}}` becomes the name of the community. */
export function renderMarkdown(markdown: string, { product }: { product: string }): string {
  return marked.parse(
    markdown.replaceAll('{{product}}', () => escapeMarkdown(product)),
    { async: false },
  );
}

/** A name is text, also if it contains characters of Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_{}[\]()#+\-.!|>~]/g, String.raw`\$&`);
