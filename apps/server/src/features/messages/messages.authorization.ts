import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { type Authorization, pictureUpload, type ListScene, type Scene } from '../../../test/scene.ts';

/** Sends a message from `owner` to `other`. */
async function createMessage({ member }: Scene) {
  const [owner, other] = [await member('owner'), await member('other')];
  const { id } = (await owner.call(sendMessage, { body: { receiverId: other.id, content: 'Hello' } })).body;
  return { path: `/api/messages/${id}` };
}

/** Sends a message request from a stranger to `owner`. */
async function sendRequest({ community, member }: Scene) {
  const [owner, stranger] = [await member('owner'), await community.member()];
  await stranger.call(sendMessage, { body: { receiverId: owner.id, content: 'Hello' } });
  return { path: `/api/messages/requests/${stranger.id}`, body: { accept: true } };
}

/** Uploads a photo as `owner`. */
async function uploadPhoto({ member }: Scene) {
  const owner = await member('owner');
  const { body } = await owner.send<{ url: string }>(
    'POST',
    '/api/uploads/message-photos',
    await pictureUpload('file'),
  );
  return { path: body.url };
}

/** Connects the two members first, because a flagged member may write to connections only. */
async function writeMessages({ author, reader }: ListScene) {
  await author.call(requestConnection, { body: { userId: reader.id } });
  await reader.call(acceptConnection, { params: { userId: author.id } });
  for (const content of ['Hello', 'How are you?', 'Good night'])
    await author.call(sendMessage, { body: { receiverId: reader.id, content } });
  return { path: `/api/messages?userId=${author.id}` };
}

export const authorization: Authorization = {
  rows: `
    GET    /api/messages                       401 200 200 200 200 200 200
    POST   /api/messages                       401 201 201 201 403 201 201
    GET    /api/messages/conversations         401 200 200 200 200 200 200
    GET    /api/messages/conversations/:userId 401 200 200 200 200 200 200
    GET    /api/messages/unread-count          401 200 200 200 200 200 200
    POST   /api/messages/read                  401 204 204 204 204 204 204
    DELETE /api/messages/:id                   401 404 204 403 404 404 404
    POST   /api/messages/requests/:userId      401 404 204 404 404 404 404
    POST   /api/uploads/message-photos         401 201 201 201 201 201 201
    GET    /api/messages/photos/:id/:size      401 404 200 404 404 404 404
  `,
  // Messages stay visible to both members. A blocked member still sees the conversation, so the block stays unnoticed.
  visibility: {
    rows: `
      GET /api/messages                shown shown shown shown  shown 401 shown
      GET /api/messages/conversations  shown shown shown hidden shown 401 shown
    `,
    lists: {
      'GET /api/messages': writeMessages,
      async 'GET /api/messages/conversations'(scene) {
        await writeMessages(scene);
      },
    },
  },
  calls: {
    'GET /api/messages': ({ bystander }) => ({ path: `/api/messages?userId=${bystander.id}` }),
    'POST /api/messages': ({ bystander }) => ({ body: { receiverId: bystander.id, content: 'Good morning' } }),
    'GET /api/messages/conversations/:userId': ({ bystander }) => ({
      path: `/api/messages/conversations/${bystander.id}`,
    }),
    'POST /api/messages/read': ({ bystander }) => ({ body: { userId: bystander.id } }),
    'DELETE /api/messages/:id': createMessage,
    'POST /api/messages/requests/:userId': sendRequest,
    'POST /api/uploads/message-photos': () => pictureUpload('file'),
    'GET /api/messages/photos/:id/:size': uploadPhoto,
  },
};
