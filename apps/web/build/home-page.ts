import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Rolldown } from 'vite';

/** Bundles what runs in the first view before it is seen: small enough to stand in the page. */
async function buildFirstViewScript(webDirectory: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: { input: 'app/first-view.ts', output: { format: 'iife', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}

const fallback = /(?<=<body>)[\s\S]*?(?=<script>window\.__reactRouterContext)/;
const styleSheet = /<link rel="stylesheet" href="([^"]+)"\/>/;

/**
 * Writes the page of a signed-in `/` with a place for the first view of the feed, which the server draws. Otherwise it is
 * the application's `document`, so that React hydrates it alike. The style sheet, without which nothing is seen, is asked
 * for first; code comes after it.
 */
export async function writeHomePage(webDirectory: string, clientDirectory: string, document: string): Promise<void> {
  const script = await buildFirstViewScript(webDirectory);
  const style = styleSheet.exec(document)?.[1];
  if (style === undefined || !fallback.test(document))
    throw new Error('The application has no place for the first view; did React Router change its form?');
  const page = document
    .replace('<head>', () => `<head><link rel="preload" href="${style}" as="style"/>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(fallback, () => `<div id="first-view"><!--first-view--><script>${script}</script></div>`);
  await writeFile(path.join(clientDirectory, '__home.html'), page);
}
