import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildInlineScript } from './inline-script.ts';

const fallback = /(?<=<body>)[\s\S]*?(?=<script>window\.__reactRouterContext)/;
const styleSheet = /<link rel="stylesheet" href="([^"]+)"\/>/;

/**
 * Writes the page of a signed-in `/` with a place for the first view of the feed, which the server draws. Otherwise it is
 * the application's `document`, so that React hydrates it alike. The style sheet, without which nothing is seen, is asked
 * for first; code comes after it.
 */
export async function writeHomePage(webDirectory: string, clientDirectory: string, document: string): Promise<void> {
  const script = await buildInlineScript(webDirectory, 'app/first-view.ts');
  const style = styleSheet.exec(document)?.[1];
  if (style === undefined || !fallback.test(document))
    throw new Error('The application has no place for the first view; did React Router change its form?');
  const page = document
    .replace('<head>', () => `<head><link rel="preload" href="${style}" as="style"/>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(fallback, () => `<div id="first-view"><!--first-view--><script>${script}</script></div>`);
  await writeFile(path.join(clientDirectory, '__home.html'), page);
}
