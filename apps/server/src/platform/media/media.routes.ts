import { uploadCover, uploadImage } from '@commons/contract/media/schemas';
import type { FastifyInstance } from 'fastify';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import { route } from '../http/routes.ts';
import { limits } from '../rate-limits/rate-limits.ts';
import type { Media, StoredFile } from './media.ts';

/** Pictures that are uploaded first, then named by what uses them: a post, a book. */
export function mediaRoutes(app: FastifyInstance, { media }: { media: Media }): void {
  const limited = [limits.uploading];

  route(app, uploadImage, { access: 'member', limits: limited }, async ({ viewer, request, once, send }) => {
    const form = { files: { file: 'image' }, required: 'file', ownerId: viewer.id, once } as const;
    return send(201, await media.upload(request, form, toUploaded));
  });

  route(app, uploadCover, { access: 'admin', limits: limited }, async ({ viewer, request, once, send }) => {
    const form = { files: { file: 'cover' }, required: 'file', ownerId: viewer.id, once } as const;
    return send(201, await media.upload(request, form, toUploaded));
  });
}

const toUploaded = async (_work: UnitOfWork, { file: { url, width, height } }: { file: StoredFile }) => ({
  url,
  width,
  height,
});
