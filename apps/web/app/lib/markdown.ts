import { Marked } from 'marked';
import { parse } from 'yaml';

/** Texts that ship, read in the build alone: neither library reaches a browser. */
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

/** Reads files that begin with front matter (YAML); `fill` replaces `{{name}}` in what follows. */
export const readMarkdown = <FrontMatter>(
  files: Record<string, string>,
  fill: Record<string, string> = {},
): MarkdownText<FrontMatter>[] =>
  Object.entries(files).map(([file, text]) => {
    const [head = '', yaml] = frontMatter.exec(text) ?? [];
    if (yaml === undefined) throw new Error(`${file} does not begin with front matter`);
    const body = text.slice(head.length).replaceAll(/{{(\w+)}}/g, (_, name: string) => {
      const value = fill[name];
      if (value === undefined) throw new Error(`${file} asks for {{${name}}}, which nobody gives`);
      return value;
    });
    return {
      ...(parse(yaml) as FrontMatter),
      slug: file.replace(/^.*\/|\.md$/g, ''),
      html: marked.parse(body, { async: false }),
      minutes: Math.ceil(body.split(/\s+/).length / wordsPerMinute),
    };
  });
