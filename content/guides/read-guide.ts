import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked } from 'marked';
import { parse } from 'yaml';
import { diagramOf } from './drawings.ts';

export type GuideFormat = 'sheet' | 'month' | 'card';

export type Guide = {
  /** The name of its PDF. */
  file: string;
  title: string;
  subtitle: string;
  language: string;
  description: string;
  pages: number;
  format: GuideFormat;
  /** HTML, each with its heading. */
  sections: string[];
};

const folder = import.meta.dirname;

/** Drawn with nothing, so it needs words for who does not see it. */
const space = (element: 'div' | 'span', name: string) =>
  `<${element} class="${name}" role="img" aria-label="space to write"></${element}>`;

const marked = new Marked({
  renderer: { checkbox: () => '<span class="box" role="img" aria-label="to tick"></span> ' },
});

/** What Markdown has no word for, in HTML: drawings, lines to write on, gaps in sentences. */
const prepared = (body: string) =>
  body
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/"([^"\n]+)"/g, '“$1”')
    .replaceAll(/(?<=\w)'/g, '’')
    .replaceAll(/^:::diagram (\S+)\n(.*?)\n:::$/gms, (_, name: string, alternative: string) =>
      diagramOf(name, alternative),
    )
    .replaceAll(/(?<=\S)\n____$/gm, () => ` ${space('span', 'write')}`)
    .replaceAll(/^____$/gm, () => space('div', 'write'))
    .replaceAll('____', () => space('span', 'gap'));

/** Reads the source of a guide: front matter (YAML), then Markdown. */
export async function readGuide(name: string): Promise<Guide> {
  const source = await readFile(path.join(folder, `${name}.md`), 'utf8');
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  const sections = prepared(body)
    .split(/^(?=## )/m)
    .filter((section) => section.trim() !== '')
    .map((section) => marked.parse(section, { async: false }));
  return { ...(parse(head) as Omit<Guide, 'sections'>), sections };
}

/** What a PDF was made of, by content: it is as it should be while this is the same. */
export async function hashOfSources(name: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [`${name}.md`, 'read-guide.ts', 'layout.ts', 'drawings.ts', 'guide.css'])
    hash.update(await readFile(path.join(folder, file)));
  return hash.digest('hex');
}
