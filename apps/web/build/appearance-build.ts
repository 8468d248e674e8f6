import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildInlineScript } from './inline-script.ts';

/** Puts the script that knows how the reader wants pages to look first in the head of every page. */
export async function writeAppearanceScript(webDirectory: string, clientDirectory: string): Promise<void> {
  const script = await buildInlineScript(webDirectory, 'app/appearance.ts');
  for (const page of await Array.fromAsync(glob('**/*.html', { cwd: clientDirectory }))) {
    const file = path.join(clientDirectory, page);
    const html = await readFile(file, 'utf8');
    await writeFile(
      file,
      html.replace('<head>', () => `<head><script>${script}</script>`),
    );
  }
}
