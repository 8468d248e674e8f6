import { uploadImage } from '@commons/contract/media';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/routes.ts';
import { limits } from '../rate-limits/rate-limits.ts';
import type { Media } from './media.ts';

/** Pictures for posts: uploaded first, then named by the post that uses them. */
export function mediaRoutes(app: FastifyInstance, { media }: { media: Media }): void {
  route(app, uploadImage, { access: 'member', limits: [limits.uploading] }, async ({ viewer, request, send }) => {
    const { url, width, height } = await media.storeUpload(request, {
      field: 'file',
      kind: 'image',
      ownerId: viewer.id,
    });
    return send(201, { url, width, height });
  });
}
