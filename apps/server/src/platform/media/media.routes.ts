import { uploadImage } from '@commons/contract/media/schemas';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/routes.ts';
import { limits } from '../rate-limits/rate-limits.ts';
import type { Media } from './media.ts';

/** Pictures for posts: uploaded first, then named by the post that uses them. */
export function mediaRoutes(app: FastifyInstance, { media }: { media: Media }): void {
  route(app, uploadImage, { access: 'member', limits: [limits.uploading] }, async ({ viewer, request, once, send }) => {
    const form = { files: { file: 'image' }, required: 'file', ownerId: viewer.id, once } as const;
    return send(
      201,
      await media.upload(request, form, async (_work, { file: { url, width, height } }) => ({ url, width, height })),
    );
  });
}
