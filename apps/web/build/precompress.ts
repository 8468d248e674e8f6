import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Below this size the headers weigh more than what compression saves. */
const minBytes = 512;

/** Writes `.br` and `.gz` beside every text file, once and at the highest level, so that no answer waits for it. */
export async function compressFiles(clientDirectory: string) {
  const files = await Array.fromAsync(glob('**/*.{js,css,html,svg,json,webmanifest}', { cwd: clientDirectory }));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(clientDirectory, name);
      const content = await readFile(file);
      if (content.byteLength < minBytes) return;
      const [small, compatible] = await Promise.all([
        brotli(content, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } }),
        gzip(content, { level: zlib.constants.Z_BEST_COMPRESSION }),
      ]);
      await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, compatible)]);
    }),
  );
}
