import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked } from 'marked';
import { parse } from 'yaml';
import { diagramOf } from './drawings.ts';

export type GuideFormat = 'sheet' | 'month' | 'card';

export type Guide = {
  /** File name of the PDF. */
  file: string;
  title: string;
  subtitle: string;
  language: string;
  description: string;
  pages: number;
  format: GuideFormat;
  /** The HTML of each section with its heading. */
  sections: string[];
};

const folder = import.meta.dirname;

/** Renders an empty space to write in, with a label for screen readers. */
const space = (element: 'div' | 'span', name: string) =>
  `<${element} class="${name}" role="img" aria-label="space to write"></${element}>`;

const marked = new Marked({
  renderer: { checkbox: () => '<span class="box" role="img" aria-label="to tick"></span> ' },
});

/** Replaces the extensions of Markdown by HTML: diagrams, lines to write on, and gaps in sentences. */
const replaceExtensions = (body: string) =>
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
  const sections = replaceExtensions(body)
    .split(/^(?=## )/m)
    .filter((section) => section.trim() !== '')
    .map((section) => marked.parse(section, { async: false }));
  return { ...(parse(head) as Omit<Guide, 'sections'>), sections };
}

/** Returns a hash of the sources of a PDF. The PDF is up to date while the hash is unchanged. */
export async function hashOfSources(name: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [`${name}.md`, 'read-guide.ts', 'layout.ts', 'drawings.ts', 'guide.css'])
    hash.update(await readFile(path.join(folder, file)));
  return hash.digest('hex');
}
