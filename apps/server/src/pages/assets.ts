import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { platformError } from '../platform/errors.ts';
import type { FindPublished, PublishedAsset } from './published-assets.ts';
import { acceptsBrotli, preferredEncoding } from './send-page.ts';

const decompress = promisify(brotliDecompress);

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Encodings for which the build writes a compressed file, with their file extensions. */
const encodings = { br: '.br', gzip: '.gz' };
/** Smallest first. */
const encodingNames = ['br', 'gzip'] as const;

/**
 * Serves build files whose names contain a content hash. They never change, so browsers cache them forever.
 *
 * A first visit loads about a hundred files, most of them small. Reading a file from disk takes ten times the CPU time
 * of sending it, so each file stays in memory in the requested encodings (less than a megabyte per encoding). Files of
 * another build are read from the table in which the other server published them.
 */
export function serveAssets(app: FastifyInstance, directory: string, findPublished: FindPublished): void {
  const files = new Set(readdirSync(directory));
  const unknownFile = [...files].find((file) => !/\.(?:br|gz)$/.test(file) && !(path.extname(file) in contentTypes));
  if (unknownFile !== undefined) throw new Error(`No content type is known for the asset ${unknownFile}`);

  const fileCache = new Map<string, Promise<Buffer>>();
  const read = (file: string) =>
    fileCache.getOrInsertComputed(file, () => {
      const content = readFile(path.join(directory, file));
      // This caller gets the error; the next one reads again.
      content.catch(() => fileCache.delete(file));
      return content;
    });
  const readOwnAsset = async (request: FastifyRequest, file: string) => {
    const available = encodingNames.filter((name) => files.has(file + encodings[name]));
    const encoding = preferredEncoding(request, available);
    return [encoding, await read(file + (encoding ? encodings[encoding] : ''))] as const;
  };

  app.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const contentType = contentTypes[path.extname(file)];
    if (contentType === undefined) throw platformError('request.not_found');
    const [encoding, body] = files.has(file)
      ? await readOwnAsset(request, file)
      : await readPublished(request, await findPublished(file));
    if (encoding) void reply.header('content-encoding', encoding);
    return reply
      .headers({
        'content-type': contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(body);
  });
}

/** Returns a file of another build and the encoding to send it in. */
async function readPublished(
  request: FastifyRequest,
  asset: PublishedAsset | undefined,
): Promise<[encoding: string | null, body: Buffer]> {
  if (!asset) throw platformError('request.not_found');
  const { content, isBrotli } = asset;
  if (!isBrotli) return [null, content];
  return acceptsBrotli(request) ? ['br', content] : [null, await decompress(content)];
}
