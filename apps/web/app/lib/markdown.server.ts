import { Marked } from 'marked';
import { parse } from 'yaml';

/** A bundled Markdown text. It is parsed in the build, so the parsers never reach a browser. */
export type MarkdownText<FrontMatter> = FrontMatter & { slug: string; html: string; minutes: number };

const wordsPerMinute = 230;
const frontMatter = /^---\n([\s\S]*?)\n---\n/;

const marked = new Marked({
  renderer: {
    link({ href, tokens }) {
      const rel = href.startsWith('/') ? '' : ' rel="noreferrer external"';
      return `<a href="${href}"${rel}>${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

/** Parses Markdown files with YAML front matter. `fill` replaces `{{name}}`. */
export const readMarkdown = <FrontMatter>(
  files: Record<string, string>,
  fill: Record<string, string> = {},
): MarkdownText<FrontMatter>[] =>
  Object.entries(files).map(([file, text]) => {
    const filled = text.replaceAll(/{{(\w+)}}/g, (_, name: string) => {
      const value = fill[name];
      if (value === undefined) throw new Error(`${file} uses {{${name}}}, which has no value`);
      return value;
    });
    const [head = '', yaml] = frontMatter.exec(filled) ?? [];
    if (yaml === undefined) throw new Error(`${file} does not begin with front matter`);
    const body = filled.slice(head.length);
    return {
      ...(parse(yaml) as FrontMatter),
      slug: file.replace(/^.*\/|\.md$/g, ''),
      html: marked.parse(body, { async: false }),
      minutes: Math.ceil(body.split(/\s+/).length / wordsPerMinute),
    };
  });
