import type { UploadedImage } from '@commons/contract/media/schemas';
import { type Authorization, pictureUpload, type Scene } from '../../test/scene.ts';

/** Uploads a picture as its owner. */
async function uploadPicture({ member }: Scene) {
  const owner = await member('owner');
  const { body } = await owner.send<UploadedImage>('POST', '/api/uploads/images', await pictureUpload('file'));
  return { path: body.url };
}

export const authorization: Authorization = {
  rows: `
    GET    /livez                              200 200 200 200 200 200 200
    GET    /readyz                             200 200 200 200 200 200 200
    GET    /robots.txt                         200 200 200 200 200 200 200
    GET    /sitemap.xml                        200 200 200 200 200 200 200
    GET    /.well-known/security.txt           404 404 404 404 404 404 404
    GET    /metrics                            200 200 200 200 200 200 200
    GET    /api/openapi.json                   200 200 200 200 200 200 200
    GET    /ws                                 401 101 101 101 101 101 101
    POST   /api/uploads/images                 401 201 201 201 201 201 201
    POST   /api/uploads/covers                 401 403 403 403 403 403 201
    GET    /media/:key                         200 200 200 200 200 200 200
  `,
  calls: {
    'POST /api/uploads/images': () => pictureUpload('file'),
    'POST /api/uploads/covers': () => pictureUpload('file'),
    'GET /media/:key': uploadPicture,
  },
};
