import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { emblemOf } from './drawings.ts';
import type { Guide } from './read-guide.ts';

const repository = path.join(import.meta.dirname, '../..');
const figtree = (style: string) =>
  fileURLToPath(
    import.meta.resolve(
      `@fontsource-variable/figtree/files/figtree-latin-wght-${style}.woff2`,
      `file://${repository}/apps/web/`,
    ),
  );

/** Each face has one fixed weight. With variable fonts, Chromium would embed every letter as a drawing. */
const faces = [
  { family: 'Figtree', style: 'normal', weight: 400, file: figtree('normal'), axes: { wght: 400 } },
  { family: 'Figtree', style: 'normal', weight: 600, file: figtree('normal'), axes: { wght: 600 } },
  { family: 'Figtree', style: 'italic', weight: 400, file: figtree('italic'), axes: { wght: 400 } },
  {
    family: 'Fraunces',
    style: 'normal',
    weight: 600,
    file: path.join(repository, 'apps/web/app/fonts/fraunces-heading.woff2'),
    axes: { opsz: 36 },
  },
];

async function fontFaces(text: string): Promise<string> {
  const rules = faces.map(async ({ family, style, weight, file, axes }) => {
    const font = await subsetFont(await readFile(file), text, { targetFormat: 'truetype', variationAxes: axes });
    return `@font-face { font-family: ${family}; font-style: ${style}; font-weight: ${weight}; src: url(data:font/ttf;base64,${font.toString('base64')}); }`;
  });
  return (await Promise.all(rules)).join('\n');
}

/** Returns the HTML document of a guide for printing. */
export async function layOut(guide: Guide): Promise<string> {
  const { file, title, subtitle, language, format, sections } = guide;
  const name = file.replace(/\.pdf$/, '');
  const last = sections.length - 1;
  const body = `<header>${emblemOf(name)}<div><h1>${title}</h1><p>${subtitle}</p></div></header>
${format === 'card' ? cardOf(sections) : sections.map((html, at) => sectionOf(html, at === last ? 'help' : '')).join('\n')}`;
  const letters = `${body}${title}Mindful Commons0123456789·• of,.`;
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>
${await fontFaces(letters)}
${await readFile(path.join(import.meta.dirname, 'guide.css'), 'utf8')}
@page { @bottom-left { content: "Mindful Commons · ${title}" } @bottom-right { content: counter(page) " of " counter(pages) } }
</style></head><body class="${format} ${name}"><main>${body}</main></body></html>`;
}

/** Renders a section. A horizontal rule in it (`---`) forces a page break after the section. */
const sectionOf = (html: string, className: string) => {
  const endsPage = html.includes('<hr>');
  const classes = [className, endsPage && 'ends-page'].filter(Boolean).join(' ');
  return `<section class="${classes}">${html.replace('<hr>', '')}</section>`;
};

/** Renders the card: four panels to cut out in one piece, and the text above and below them. */
const cardOf = (sections: string[]) => {
  const panels = sections
    .slice(0, -1)
    .map((html) => `<section>${html.replace(/Panel \d: (\w)/, (_, letter: string) => letter.toUpperCase())}</section>`);
  return `<p class="how">Cut along the dashed line. Fold the lower half behind, then the right half behind the left.</p>
<div class="panels">${panels.join('\n')}</div><section class="help">${sections.at(-1) ?? ''}</section>`;
};
