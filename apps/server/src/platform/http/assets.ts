import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { platformError } from '../errors.ts';
import { takes, takesBrotli } from './page-answers.ts';
import type { FindPublished, PublishedAsset } from './published-assets.ts';

const decompress = promisify(brotliDecompress);

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Encodings in which the build left a file beside itself, the smallest first, by the ending of the file's name. */
const encodings = { br: '.br', gzip: '.gz' };

/**
 * Serves what the build names by its content: it never changes at its address. A first visit asks for a hundred of these
 * files, most of them small, and one read from the disk costs the processor ten times what the answer does. So each is
 * kept in memory, in the encodings that were asked for: all in one are less than a megabyte. A file of another build comes
 * from where its server published it.
 */
export function serveAssets(app: FastifyInstance, directory: string, findPublished: FindPublished): void {
  const files = new Set(readdirSync(directory));
  const untyped = [...files].find((file) => !/\.(?:br|gz)$/.test(file) && !(path.extname(file) in contentTypes));
  if (untyped !== undefined) throw new Error(`No content type is known for the asset ${untyped}`);

  const kept = new Map<string, Promise<Buffer>>();
  const read = (file: string) =>
    kept.getOrInsertComputed(file, () => {
      const content = readFile(path.join(directory, file));
      // This caller gets the error; the next one reads again.
      content.catch(() => kept.delete(file));
      return content;
    });
  const readOwn = async (request: FastifyRequest, file: string) => {
    const [encoding, ending = ''] =
      Object.entries(encodings).find(([name, ending]) => takes(request, name) && files.has(file + ending)) ?? [];
    return [encoding, await read(file + ending)] as const;
  };

  app.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const contentType = contentTypes[path.extname(file)];
    if (contentType === undefined) throw platformError('request.not_found');
    const [encoding, body] = files.has(file)
      ? await readOwn(request, file)
      : await readPublished(request, await findPublished(file));
    if (encoding !== undefined) void reply.header('content-encoding', encoding);
    return reply
      .headers({
        'content-type': contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(body);
  });
}

/** A file of another build, in the encoding in which it goes out. */
async function readPublished(
  request: FastifyRequest,
  asset: PublishedAsset | undefined,
): Promise<[encoding: string | undefined, body: Buffer]> {
  if (!asset) throw platformError('request.not_found');
  const { content, isBrotli } = asset;
  if (!isBrotli) return [undefined, content];
  return takesBrotli(request) ? ['br', content] : [undefined, await decompress(content)];
}
