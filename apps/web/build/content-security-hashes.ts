import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Writes, for each page, the hashes of its inline scripts as sources of a Content-Security-Policy (CSP level 3, section
 * 2.3.1): `{ "waitlist/index.html": ["'sha256-…'"] }`. The server adds them to the policy of that page.
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
