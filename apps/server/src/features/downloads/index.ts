import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { platformError } from '../../platform/errors.ts';
import type { Feature, Kit } from '../../platform/feature.ts';
import { sendFromFolder } from '../../platform/media/storage.ts';

type Listed = { file: string; title: string };

/** What `content/downloads.json` lists, by the address that it has. Nothing else in these folders has one. */
const kinds = {
  pdfs: { at: '/pdfs/:file', folder: 'pdfs', type: 'application/pdf' },
  audio: { at: '/audio/:file', folder: 'meditations', type: 'audio/mpeg' },
} as const;

function downloadRoutes(app: FastifyInstance, { contentDirectory }: Kit): void {
  const list = JSON.parse(readFileSync(path.join(contentDirectory, 'downloads.json'), 'utf8')) as Record<
    keyof typeof kinds,
    Listed[]
  >;
  for (const kind of ['pdfs', 'audio'] as const) {
    const { at, folder, type } = kinds[kind];
    // What is asked for is a name in this list, never a path.
    const shipped = new Map(
      list[kind].map(({ file, title }) => [file, openDownload(path.join(contentDirectory, folder), file, title, type)]),
    );
    app.get<{ Params: { file: string } }>(
      at,
      { config: { access: 'public' }, schema: { hide: true } },
      async (request, reply) => {
        const send = shipped.get(request.params.file);
        if (send === undefined) throw platformError('request.not_found');
        return send(reply);
      },
    );
  }
}

/** A file that is shown where it can be, and saved under its title. Its name stays when its content changes. */
function openDownload(folder: string, file: string, title: string, type: string) {
  const savedAs = `${title}${path.extname(file)}`;
  let hashing: Promise<string> | undefined;
  return async (reply: FastifyReply): Promise<FastifyReply> => {
    const etag = await (hashing ??= entityTagOf(path.join(folder, file)));
    void reply
      .type(type)
      .header('etag', etag)
      .header('cache-control', 'public, no-cache')
      .header('content-disposition', `inline; filename="${savedAs}"`);
    const { raw } = reply.request;
    if (raw.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    // The size and date by which a file is otherwise known differ between machines.
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

export const downloads: Feature = { name: 'downloads', open: downloadRoutes };
