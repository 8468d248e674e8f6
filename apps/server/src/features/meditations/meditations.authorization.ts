import { createMeditation, createMeditationComment } from '@commons/contract/meditations/schemas';
import { formBody } from '../../../test/pictures.ts';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';
import { aac, meditationForm } from '../../../test/sounds.ts';

const meditation = {
  title: 'Rain on a tent',
  description: 'Lie down. Listen.',
  audioUrl: 'https://sounds.test/rain.mp3',
  albumCoverUrl: null,
  duration: 600,
};

const createAsAdmin = async ({ member }: Pick<Scene, 'member'>) =>
  (await (await member('admin')).call(createMeditation, { body: meditation })).body.id;

const meditationRequest =
  (suffix = '', body?: object) =>
  async (scene: Scene) => ({ path: `/api/meditations/${await createAsAdmin(scene)}${suffix}`, body });

const commentRequest = (body?: object) => async (scene: Scene) => {
  const id = await createAsAdmin(scene);
  const owner = await scene.member('owner');
  const comment = await owner.call(createMeditationComment, { params: { id }, body: { content: 'It helped' } });
  return { path: `/api/meditations/${id}/comments/${comment.body.id}`, body };
};

const add = async ({ community }: ListScene) =>
  (await (await community.member({ role: 'admin' })).call(createMeditation, { body: meditation })).body.id;

export const authorization: Authorization = {
  rows: `
    GET    /api/meditations                          401 200 200 200 200 200 200
    POST   /api/meditations                          401 403 403 403 403 403 201
    POST   /api/meditations/upload                   401 403 403 403 403 403 201
    GET    /api/meditations/filters                  401 200 200 200 200 200 200
    GET    /api/meditations/:id                      401 200 200 200 200 200 200
    PUT    /api/meditations/:id                      401 403 403 403 403 403 200
    POST   /api/meditations/:id/audio                401 403 403 403 403 403 200
    DELETE /api/meditations/:id                      401 403 403 403 403 403 204
    POST   /api/meditations/:id/track                401 200 200 200 200 200 200
    GET    /api/meditations/:id/comments             401 200 200 200 200 200 200
    POST   /api/meditations/:id/comments             401 201 201 201 201 201 201
    PUT    /api/meditations/:id/comments/:commentId  401 403 200 403 403 403 403
    DELETE /api/meditations/:id/comments/:commentId  401 403 204 403 403 204 204
  `,
  visibility: {
    // Meditations show no author, so authors cannot be found in the list. Another test covers their visibility.
    rows: `
      GET /api/meditations               hidden hidden hidden hidden hidden 401 hidden
      GET /api/meditations/:id/comments  shown  shown  hidden hidden shown  401 hidden
    `,
    lists: {
      async 'GET /api/meditations'(scene) {
        for (let count = 0; count < 3; count += 1) await add(scene);
      },
      async 'GET /api/meditations/:id/comments'(scene) {
        const id = await add(scene);
        for (const content of ['It helped', 'I slept', 'Good night'])
          await scene.author.call(createMeditationComment, { params: { id }, body: { content } });
        return { path: `/api/meditations/${id}/comments` };
      },
    },
  },
  kinds: { meditation_comment: 'POST /api/meditations/:id/comments' },
  calls: {
    'POST /api/meditations': () => ({ body: meditation }),
    'POST /api/meditations/upload': () => formBody(meditationForm(aac(61))),
    'GET /api/meditations/:id': meditationRequest(),
    'PUT /api/meditations/:id': meditationRequest('', { title: 'Rain on a roof', description: '' }),
    'POST /api/meditations/:id/audio': async (scene) => ({
      ...(await meditationRequest('/audio')(scene)),
      ...(await formBody(meditationForm(aac(61)))),
    }),
    'DELETE /api/meditations/:id': meditationRequest(),
    'POST /api/meditations/:id/track': meditationRequest('/track', { secondsListened: 120, completed: false }),
    'GET /api/meditations/:id/comments': meditationRequest('/comments'),
    'POST /api/meditations/:id/comments': meditationRequest('/comments', { content: 'Thank you' }),
    'PUT /api/meditations/:id/comments/:commentId': commentRequest({ content: 'It helped a lot' }),
    'DELETE /api/meditations/:id/comments/:commentId': commentRequest(),
  },
};
