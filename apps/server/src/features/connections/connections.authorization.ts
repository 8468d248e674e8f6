import { acceptConnection, removeConnection, requestConnection } from '@commons/contract/connections/schemas';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';

/** Sends a request from `other` to `owner`. Returns the path to `other` for the owner, and to `owner` for all others. */
async function requestPath({ caller, member }: Scene): Promise<string> {
  const [owner, other] = [await member('owner'), await member('other')];
  await other.call(removeConnection, { params: { userId: owner.id } });
  await other.call(requestConnection, { body: { userId: owner.id } });
  return `/api/connections/${caller === 'owner' ? other.id : owner.id}`;
}

const connect = async ({ author, reader }: ListScene) => {
  await author.call(requestConnection, { body: { userId: reader.id } });
  await reader.call(acceptConnection, { params: { userId: author.id } });
};

export const authorization: Authorization = {
  rows: `
    GET    /api/connections                    401 200 200 200 200 200 200
    POST   /api/connections                    401 201 201 201 201 201 201
    GET    /api/connections/requests           401 200 200 200 200 200 200
    GET    /api/connections/suggested          401 200 200 200 200 200 200
    POST   /api/connections/:userId/accept     401 404 200 409 404 404 404
    DELETE /api/connections/:userId            401 404 204 204 404 404 404
  `,
  visibility: {
    rows: `
      GET /api/connections            shown shown hidden hidden shown  401 shown
      GET /api/connections/requests   shown shown hidden hidden shown  401 shown
      GET /api/connections/suggested  shown shown hidden hidden hidden 401 hidden
    `,
    lists: {
      'GET /api/connections': connect,
      async 'GET /api/connections/requests'({ author, reader }) {
        await author.call(requestConnection, { body: { userId: reader.id } });
      },
      async 'GET /api/connections/suggested'({ community, author, reader }) {
        // A shared connection puts the author first in the suggestions.
        const friend = await community.member();
        await connect({ community, author: friend, reader });
        await connect({ community, author: friend, reader: author });
      },
    },
  },
  calls: {
    'POST /api/connections': ({ bystander }) => ({ body: { userId: bystander.id } }),
    'POST /api/connections/:userId/accept': async (scene) => ({ path: `${await requestPath(scene)}/accept` }),
    'DELETE /api/connections/:userId': async (scene) => ({ path: await requestPath(scene) }),
  },
};
