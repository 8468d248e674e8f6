import { createComment, createPost } from '@commons/contract/feed/schemas';
import { insertEarlierPost } from '../../../test/earlier-post.ts';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';

/** Creates a post and a comment, one of them by `owner` and the other by `other`. Returns their paths. */
async function createPostAndComment({ member }: Scene, by: { post: 'owner' | 'other' }) {
  const [owner, other] = [await member('owner'), await member('other')];
  const [postAuthor, commentAuthor] = by.post === 'owner' ? [owner, other] : [other, owner];
  const { id } = (await postAuthor.call(createPost, { body: { content: 'Good morning' } })).body;
  const comment = await commentAuthor.call(createComment, { params: { id }, body: { content: 'Good morning' } });
  return { post: `/api/posts/${id}`, comment: `/api/posts/${id}/comments/${comment.body.id}` };
}

const postRequest =
  (subpath = '', body?: object) =>
  async (scene: Scene) => ({
    path: `${(await createPostAndComment(scene, { post: 'owner' })).post}${subpath}`,
    body,
  });

const commentRequest = (body?: object) => async (scene: Scene) => ({
  path: (await createPostAndComment(scene, { post: 'other' })).comment,
  body,
});

const createPostBy = async ({ author }: ListScene) => {
  await author.call(createPost, { body: { content: 'Good morning' } });
};

export const authorization: Authorization = {
  rows: `
    GET    /api/posts                          401 200 200 200 200 200 200
    POST   /api/posts                          401 201 201 201 201 201 201
    GET    /api/posts/unanswered               401 200 200 200 200 200 200
    GET    /api/posts/unanswered/count         401 200 200 200 200 200 200
    GET    /api/posts/:id                      401 200 200 200 200 200 200
    PUT    /api/posts/:id                      401 403 200 403 403 403 403
    DELETE /api/posts/:id                      401 403 204 403 403 204 204
    GET    /api/posts/:id/like-status          401 200 200 200 200 200 200
    POST   /api/posts/:id/like                 401 200 200 200 200 200 200
    POST   /api/posts/:id/poll/vote            401 200 200 200 200 200 200
    GET    /api/posts/:id/comments             401 200 200 200 200 200 200
    POST   /api/posts/:id/comments             401 201 201 201 201 201 201
    PUT    /api/posts/:id/comments/:commentId  401 403 200 403 403 403 403
    DELETE /api/posts/:id/comments/:commentId  401 403 204 403 403 204 204
  `,
  visibility: {
    rows: `
      GET /api/posts               shown shown hidden hidden hidden 401 hidden
      GET /api/posts?userId        shown shown hidden hidden shown  401 hidden
      GET /api/posts/:id/comments  shown shown hidden hidden shown  401 hidden
      GET /api/posts/unanswered    shown shown hidden hidden hidden 401 hidden
    `,
    lists: {
      'GET /api/posts': createPostBy,
      async 'GET /api/posts?userId'(scene) {
        await createPostBy(scene);
        return { path: `/api/posts?userId=${scene.author.id}` };
      },
      async 'GET /api/posts/unanswered'({ community, author }) {
        const { isFlagged = false } = (await community.findUser(author.id)) ?? {};
        for (let hours = 3; hours < 6; hours += 1)
          await insertEarlierPost(community, author, { hours, isAwaitingReview: isFlagged });
      },
      async 'GET /api/posts/:id/comments'({ community, author }) {
        const { id } = (await (await community.member()).call(createPost, { body: { content: 'Hello' } })).body;
        for (const content of ['Hello to you', 'And to all', 'Good night'])
          await author.call(createComment, { params: { id }, body: { content } });
        return { path: `/api/posts/${id}/comments` };
      },
    },
  },
  kinds: { post: 'POST /api/posts', comment: 'POST /api/posts/:id/comments' },
  calls: {
    'POST /api/posts': () => ({ body: { content: 'A quiet morning' } }),
    'GET /api/posts/:id': postRequest(),
    'PUT /api/posts/:id': postRequest('', { content: 'A quiet evening' }),
    'DELETE /api/posts/:id': postRequest('?reason=Not%20here'),
    'GET /api/posts/:id/like-status': postRequest('/like-status'),
    'POST /api/posts/:id/like': postRequest('/like'),
    async 'POST /api/posts/:id/poll/vote'({ member }) {
      const body = { content: 'Tea or coffee?', poll: { options: ['Tea', 'Coffee'], days: 1 } };
      const post = (await (await member('owner')).call(createPost, { body })).body;
      return { path: `/api/posts/${post.id}/poll/vote`, body: { optionId: post.poll?.options[0]?.id } };
    },
    'GET /api/posts/:id/comments': postRequest('/comments'),
    'POST /api/posts/:id/comments': postRequest('/comments', { content: 'Welcome' }),
    'PUT /api/posts/:id/comments/:commentId': commentRequest({ content: 'Welcome back' }),
    'DELETE /api/posts/:id/comments/:commentId': commentRequest(),
  },
};
