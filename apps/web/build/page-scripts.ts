import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { buildTarget } from './browser-targets.ts';

/** Bundles a small script for inlining into pages. */
export async function buildInlineScript(
  webDirectory: string,
  input: string,
  target: string | string[] = buildTarget,
): Promise<string> {
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
      target,
      rolldownOptions: { input, output: { format: 'iife', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}

const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const modulePreload = /<link rel="modulepreload"[^>]*\/>/g;

/**
 * Makes a prerendered page load its code on demand, because the page is complete without it. React Router's inline
 * module becomes a separate file, loaded by `app/visitor-page.ts`.
 */
export async function startOnIntent(webDirectory: string, clientDirectory: string, page: string) {
  const file = path.join(clientDirectory, page);
  const html = await readFile(file, 'utf8');
  const code = moduleScript.exec(html)?.[1];
  if (code === undefined) throw new Error(`${page} has no module script to defer. Did React Router change its output?`);
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const scriptUrl = `/assets/start-${hash}.js`;
  await writeFile(path.join(clientDirectory, scriptUrl), code);
  const starter = await buildInlineScript(webDirectory, 'app/visitor-page.ts');
  await writeFile(
    file,
    html
      .replace(moduleScript, () => `<script data-start="${scriptUrl}">${starter}</script>`)
      .replaceAll(modulePreload, ''),
  );
}

/** Pages that are useless without the application's code. */
const applicationPages = new Set(['__spa-fallback.html']);

/** Redirects browsers without module support. */
const redirectOldBrowsers = "<script nomodule>location.replace('/supported-browsers')</script>";

/** Adds the watchdog and the display settings script at the start of every page's head. */
export async function writeHeadScripts(webDirectory: string, clientDirectory: string): Promise<void> {
  const watchdog = await buildInlineScript(webDirectory, 'app/watchdog.ts', 'es2018');
  const appearance = await buildInlineScript(webDirectory, 'app/appearance.ts');
  for (const page of await Array.fromAsync(glob('**/*.html', { cwd: clientDirectory }))) {
    const file = path.join(clientDirectory, page);
    const html = await readFile(file, 'utf8');
    const scripts = applicationPages.has(page)
      ? `<script data-application>${watchdog}</script>${redirectOldBrowsers}`
      : `<script>${watchdog}</script>`;
    await writeFile(
      file,
      html.replace('<head>', () => `<head>${scripts}<script>${appearance}</script>`),
    );
  }
}

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Writes the hashes of each page's inline scripts as sources of a Content-Security-Policy (CSP level 3, section 2.3.1):
 * `{ "waitlist/index.html": ["'sha256-…'"] }`. The server adds them to the policy of that page.
 */
export async function writeContentSecurityHashes(clientDirectory: string, outputFile: string) {
  const hashes: Record<string, string[]> = {};
  const pages = await Array.fromAsync(glob('**/*.html', { cwd: clientDirectory }));
  for (const page of pages.toSorted()) {
    const html = await readFile(path.join(clientDirectory, page), 'utf8');
    const scripts = [...html.matchAll(inlineScript)].map((match) => match[1] ?? '');
    const sources = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    hashes[page.split(path.sep).join('/')] = [...new Set(sources)];
  }
  await writeFile(outputFile, `${JSON.stringify(hashes, null, 2)}\n`);
}
