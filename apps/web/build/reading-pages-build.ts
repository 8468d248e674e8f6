import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { build, type Plugin, type Rolldown } from 'vite';
import { paths } from '../app/lib/paths.ts';
import { buildTarget } from './browser-targets.ts';
import { buildInlineScript } from './page-scripts.ts';
import { buildForServer, readStyleSheets, refuseMissingFiles } from './server-build.ts';

const styleLink = /<link rel="stylesheet"[^>]*\/>/g;

/** Writes the static pages and returns their paths. */
export async function buildReadingPages(webDirectory: string, clientDirectory: string): Promise<string[]> {
  const { readingPages } = await buildForServer<{ readingPages: ReadonlyMap<string, () => string> }>(webDirectory, {
    input: 'app/reading-pages.tsx',
    define: {
      STYLE_SHEETS: JSON.stringify(await readStyleSheets(clientDirectory)),
      CRISIS_SCRIPT: JSON.stringify(await buildInlineScript(webDirectory, 'app/crisis-page.ts')),
      READING_SCRIPT: JSON.stringify(await buildInlineScript(webDirectory, 'app/reading-page.ts')),
    },
  });
  await rm(path.join(webDirectory, 'dist/reading-pages.js'));
  for (const [address, render] of readingPages) {
    const html = render();
    const page = address === paths.crisis ? await inlineStyle(webDirectory, html) : html;
    refuseMissingFiles(clientDirectory, [page]);
    const file = path.join(clientDirectory, address.endsWith('.html') ? address : `${address}/index.html`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, page);
  }
  return [...readingPages.keys()];
}

/**
 * Inlines the used styles into a page, so that it renders a round trip earlier and looks right even if no other file
 * loads.
 */
async function inlineStyle(webDirectory: string, html: string): Promise<string> {
  const classes = path.join(webDirectory, 'dist/classes.txt');
  await writeFile(classes, html.replaceAll('&amp;', '&').replaceAll('&gt;', '>'));
  const { output } = (await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    plugins: [onlyClassesOf(classes), tailwindcss()],
    build: {
      target: buildTarget,
      cssTarget: buildTarget,
      write: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: 'app/app.css' },
    },
  })) as Rolldown.RolldownOutput;
  await rm(classes);
  const style = output.find((file) => file.fileName.endsWith('.css'));
  if (style?.type !== 'asset') throw new Error('The style sheet of a page was not built.');
  const css = typeof style.source === 'string' ? style.source : Buffer.from(style.source).toString();
  return html.replaceAll(styleLink, '').replace('</head>', () => `<style>${css.trim()}</style></head>`);
}

const everything = "@import 'tailwindcss';";

/** Restricts Tailwind's class search to one file. */
const onlyClassesOf = (file: string): Plugin => ({
  name: 'only-classes-of-a-page',
  enforce: 'pre',
  transform(code, id) {
    if (!id.split('?', 1)[0]?.endsWith('app/app.css')) return undefined;
    if (!code.includes(everything)) throw new Error(`app.css no longer contains ${everything}`);
    return {
      code: `${code.replace(everything, "@import 'tailwindcss' source(none);")}\n@source '${file}';`,
      map: null,
    };
  },
});
