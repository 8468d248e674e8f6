import { generalCategoryId } from '@commons/contract/journal';
import * as contract from '@commons/contract/journal/schemas';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';

const category = { name: 'Rest', description: 'For evenings.' };
const prompt = { prompt: 'What did you hear on your way home?', categoryId: generalCategoryId };
const entryText = 'I heard the blackbird.';

type WithCommunity = Pick<Scene, 'community'>;
const admin = ({ community }: WithCommunity) => community.member({ role: 'admin' });

const createPrompt = async (scene: WithCommunity) =>
  (await (await admin(scene)).call(contract.createJournalPrompt, { body: prompt })).body.id;

const categoryRequest = (body?: object) => async (scene: Scene) => {
  const created = await (await admin(scene)).call(contract.createJournalCategory, { body: category });
  return { path: `/api/journal-categories/${created.body.id}`, body };
};

const promptRequest = (body?: object) => async (scene: Scene) => ({
  path: `/api/journal-prompts/${await createPrompt(scene)}`,
  body,
});

const entryRequest = (body?: object) => async (scene: Scene) => {
  const entry = { promptId: await createPrompt(scene), content: entryText };
  const { id } = (await (await scene.member('owner')).call(contract.createJournalEntry, { body: entry })).body;
  return { path: `/api/journal-entries/${id}`, body };
};

const createThreePrompts = async (scene: ListScene) => {
  for (let count = 0; count < 3; count += 1) await createPrompt(scene);
};

export const authorization: Authorization = {
  rows: `
    GET    /api/journal-categories      401 200 200 200 200 200 200
    POST   /api/journal-categories      401 403 403 403 403 403 201
    PUT    /api/journal-categories/:id  401 403 403 403 403 403 200
    DELETE /api/journal-categories/:id  401 403 403 403 403 403 204
    GET    /api/journal-prompts         401 200 200 200 200 200 200
    POST   /api/journal-prompts         401 403 403 403 403 403 201
    GET    /api/journal-prompts/today   401 200 200 200 200 200 200
    GET    /api/journal-prompts/:id     401 200 200 200 200 200 200
    PUT    /api/journal-prompts/:id     401 403 403 403 403 403 200
    DELETE /api/journal-prompts/:id     401 403 403 403 403 403 204
    GET    /api/journal-entries         401 200 200 200 200 200 200
    POST   /api/journal-entries         401 201 201 201 201 201 201
    GET    /api/journal-entries/:id     401 404 200 404 404 404 404
    PUT    /api/journal-entries/:id     401 404 200 404 404 404 404
    DELETE /api/journal-entries/:id     401 404 204 404 404 404 404
  `,
  visibility: {
    // Prompts and categories have no author, and entries are listed for their author only.
    rows: `
      GET /api/journal-categories          hidden hidden hidden hidden hidden 401 hidden
      GET /api/journal-prompts             hidden hidden hidden hidden hidden 401 hidden
      GET /api/journal-prompts?categoryId  hidden hidden hidden hidden hidden 401 hidden
      GET /api/journal-entries             hidden hidden hidden hidden hidden 401 hidden
    `,
    lists: {
      async 'GET /api/journal-categories'(scene) {
        for (let count = 0; count < 3; count += 1)
          await (await admin(scene)).call(contract.createJournalCategory, { body: category });
      },
      'GET /api/journal-prompts': createThreePrompts,
      async 'GET /api/journal-prompts?categoryId'(scene) {
        await createThreePrompts(scene);
        return { path: `/api/journal-prompts?categoryId=${generalCategoryId}` };
      },
      async 'GET /api/journal-entries'(scene) {
        const promptId = await createPrompt(scene);
        // The author's text contains their id, so that the test finds it in any list with that text.
        for (const [writer, content] of [
          [scene.author, scene.author.id],
          [scene.reader, entryText],
        ] as const)
          await writer.call(contract.createJournalEntry, { body: { promptId, content } });
      },
    },
  },
  calls: {
    'POST /api/journal-categories': () => ({ body: category }),
    'PUT /api/journal-categories/:id': categoryRequest({ name: 'Sleep' }),
    'DELETE /api/journal-categories/:id': categoryRequest(),
    'POST /api/journal-prompts': () => ({ body: prompt }),
    'GET /api/journal-prompts/:id': promptRequest(),
    'PUT /api/journal-prompts/:id': promptRequest({ prompt: 'What did you see on your way home?' }),
    'DELETE /api/journal-prompts/:id': promptRequest(),
    'POST /api/journal-entries': async (scene) => ({
      body: { promptId: await createPrompt(scene), content: entryText },
    }),
    'GET /api/journal-entries/:id': entryRequest(),
    'PUT /api/journal-entries/:id': entryRequest({ content: 'I heard nothing.', revision: 1 }),
    'DELETE /api/journal-entries/:id': entryRequest(),
  },
};
