import type { Authorization } from '../../../test/scene.ts';

export const authorization: Authorization = {
  rows: `
    GET    /pdfs/:file                         200 200 200 200 200 200 200
    GET    /audio/:file                        200 200 200 200 200 200 200
  `,
  calls: {
    'GET /pdfs/:file': () => ({ path: '/pdfs/breathing-guide.pdf' }),
    'GET /audio/:file': () => ({ path: '/audio/four-corners.mp3' }),
  },
};
