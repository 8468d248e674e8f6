import { generalCategoryId } from '@commons/contract/journal';
import * as contract from '@commons/contract/journal/schemas';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';

const category = { name: 'Rest', description: 'For evenings.' };
const prompt = { prompt: 'What did you hear on your way home?', categoryId: generalCategoryId };
const words = 'I heard the blackbird.';

type InCommunity = Pick<Scene, 'community'>;
const admin = ({ community }: InCommunity) => community.member({ role: 'admin' });

const promptIn = async (scene: InCommunity) =>
  (await (await admin(scene)).call(contract.createJournalPrompt, { body: prompt })).body.id;

const onCategory = (body?: object) => async (scene: Scene) => {
  const created = await (await admin(scene)).call(contract.createJournalCategory, { body: category });
  return { path: `/api/journal-categories/${created.body.id}`, body };
};

const onPrompt = (body?: object) => async (scene: Scene) => ({
  path: `/api/journal-prompts/${await promptIn(scene)}`,
  body,
});

const onEntry = (body?: object) => async (scene: Scene) => {
  const entry = { promptId: await promptIn(scene), content: words };
  const { id } = (await (await scene.member('owner')).call(contract.createJournalEntry, { body: entry })).body;
  return { path: `/api/journal-entries/${id}`, body };
};

const threePrompts = async (scene: ListScene) => {
  for (let turn = 0; turn < 3; turn += 1) await promptIn(scene);
};

export const authorization: Authorization = {
  rows: `
    GET    /api/journal-categories      401 200 200 200 200 200 200
    POST   /api/journal-categories      401 403 403 403 403 403 201
    PUT    /api/journal-categories/:id  401 403 403 403 403 403 200
    DELETE /api/journal-categories/:id  401 403 403 403 403 403 204
    GET    /api/journal-prompts         401 200 200 200 200 200 200
    POST   /api/journal-prompts         401 403 403 403 403 403 201
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
        for (let turn = 0; turn < 3; turn += 1)
          await (await admin(scene)).call(contract.createJournalCategory, { body: category });
      },
      'GET /api/journal-prompts': threePrompts,
      async 'GET /api/journal-prompts?categoryId'(scene) {
        await threePrompts(scene);
        return { path: `/api/journal-prompts?categoryId=${generalCategoryId}` };
      },
      async 'GET /api/journal-entries'(scene) {
        const promptId = await promptIn(scene);
        // The author's text contains their id, so that the test finds it in any list with that text.
        for (const [writer, content] of [
          [scene.author, scene.author.id],
          [scene.reader, words],
        ] as const)
          await writer.call(contract.createJournalEntry, { body: { promptId, content } });
      },
    },
  },
  calls: {
    'POST /api/journal-categories': () => ({ body: category }),
    'PUT /api/journal-categories/:id': onCategory({ name: 'Sleep' }),
    'DELETE /api/journal-categories/:id': onCategory(),
    'POST /api/journal-prompts': () => ({ body: prompt }),
    'GET /api/journal-prompts/:id': onPrompt(),
    'PUT /api/journal-prompts/:id': onPrompt({ prompt: 'What did you see on your way home?' }),
    'DELETE /api/journal-prompts/:id': onPrompt(),
    'POST /api/journal-entries': async (scene) => ({ body: { promptId: await promptIn(scene), content: words } }),
    'GET /api/journal-entries/:id': onEntry(),
    'PUT /api/journal-entries/:id': onEntry({ content: 'I heard nothing.', revision: 1 }),
    'DELETE /api/journal-entries/:id': onEntry(),
  },
};
