import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { platformError } from '../../platform/errors.ts';
import { sendFromFolder } from '../../platform/media/storage.ts';

type ListedFile = { file: string; title: string };

/** Kinds of files in `content/downloads.json`. Other files in these folders are not served. */
const kinds = {
  pdfs: { route: '/pdfs/:file', folder: 'pdfs', type: 'application/pdf' },
  audio: { route: '/audio/:file', folder: 'meditations', type: 'audio/mpeg' },
} as const;

function downloadRoutes(app: FastifyInstance, { contentDirectory }: FeatureContext): void {
  const list = JSON.parse(readFileSync(path.join(contentDirectory, 'downloads.json'), 'utf8')) as Record<
    keyof typeof kinds,
    ListedFile[]
  >;
  for (const kind of ['pdfs', 'audio'] as const) {
    const { route, folder, type } = kinds[kind];
    // The requested name is only a key of this map. It is never used as a file path.
    const handlers = new Map(
      list[kind].map(({ file, title }) => [file, openDownload(path.join(contentDirectory, folder), file, title, type)]),
    );
    app.get<{ Params: { file: string } }>(
      route,
      { config: { access: 'public' }, schema: { hide: true } },
      async (request, reply) => {
        const handler = handlers.get(request.params.file);
        if (handler === undefined) throw platformError('request.not_found');
        return handler(reply);
      },
    );
  }
}

/** Returns a handler that sends a file, to be displayed inline and saved under its title. */
function openDownload(folder: string, file: string, title: string, type: string) {
  const fileName = `${title}${path.extname(file)}`;
  let etagPromise: Promise<string> | undefined;
  return async (reply: FastifyReply): Promise<FastifyReply> => {
    const etag = await (etagPromise ??= entityTagOf(path.join(folder, file)));
    void reply
      .type(type)
      .header('etag', etag)
      .header('cache-control', 'public, no-cache')
      .header('content-disposition', `inline; filename="${fileName}"`);
    const { raw } = reply.request;
    if (raw.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    // The default ETag contains size and date, and the date differs between servers.
    if (raw.headers['if-range'] === etag) delete raw.headers['if-range'];
    if (!(await sendFromFolder(reply, folder, file, { etag: false }))) throw platformError('request.not_found');
    return reply;
  };
}

const entityTagOf = async (file: string) =>
  `"${createHash('sha256')
    .update(await readFile(file))
    .digest('base64url')
    .slice(0, 22)}"`;

export const downloads: Feature = { name: 'downloads', registerRoutes: downloadRoutes };
