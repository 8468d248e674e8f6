import { removeConnection, requestConnection } from '@commons/contract/connections/schemas';
import type { Authorization, Scene } from '../../../test/scene.ts';

/** `other` has just asked `owner`. Everybody calls about whom they deal with. */
async function asked({ caller, member }: Scene): Promise<string> {
  const [owner, other] = [await member('owner'), await member('other')];
  await other.call(removeConnection, { params: { userId: owner.id } });
  await other.call(requestConnection, { body: { userId: owner.id } });
  return `/api/connections/${caller === 'owner' ? other.id : owner.id}`;
}

export const authorization: Authorization = {
  rows: `
    GET    /api/connections                    401 200 200 200 200 200 200
    POST   /api/connections                    401 201 201 201 201 201 201
    GET    /api/connections/requests           401 200 200 200 200 200 200
    GET    /api/connections/suggested          401 200 200 200 200 200 200
    POST   /api/connections/:userId/accept     401 404 200 409 404 404 404
    DELETE /api/connections/:userId            401 404 204 204 404 404 404
  `,
  calls: {
    'POST /api/connections': ({ bystander }) => ({ body: { userId: bystander.id } }),
    'POST /api/connections/:userId/accept': async (scene) => ({ path: `${await asked(scene)}/accept` }),
    'DELETE /api/connections/:userId': async (scene) => ({ path: await asked(scene) }),
  },
};
