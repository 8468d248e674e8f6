import { createPost } from '@commons/contract/feed/schemas';
import { listCases, removeAsModerator } from '@commons/contract/moderation/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';

const guideline = 'be_kind';

const share = async ({ member }: Pick<Scene, 'member'>) =>
  (await (await member('owner')).call(createPost, { body: { content: 'Buy my cure' } })).body.id;

/** Creates a case from a report of a member other than the caller. */
const caseRequest =
  (suffix = '', body?: object) =>
  async (scene: Scene) => {
    const subjectId = await share(scene);
    const reporter = await scene.community.member();
    await reporter.call(createReport, { body: { subjectType: 'post', subjectId, reason: 'danger' } });
    const admin = await scene.community.member({ role: 'admin' });
    const { body: cases } = await admin.call(listCases, { query: { limit: 100 } });
    const id = cases.find((each) => each.subjectId === subjectId)?.id;
    return { path: `/api/moderation/queue/${id}${suffix}`, body };
  };

/** Removes a post of the caller, so that they can appeal. */
const appealRequest = async ({ community, caller, member }: Scene) => {
  if (caller === 'anonymous') return { body: { decisionId: community.publicUrl, text: 'Please look again.' } };
  const author = await member(caller);
  const subjectId = (await author.call(createPost, { body: { content: 'Mine' } })).body.id;
  const admin = await community.member({ role: 'admin' });
  const removal = { subjectType: 'post', subjectId, reason: guideline } as const;
  const { id } = (await admin.call(removeAsModerator, { body: removal })).body;
  return { body: { decisionId: id, text: 'Please look again.' } };
};

const reportAuthor = async ({ community, author }: ListScene) => {
  const reporter = await community.member();
  await reporter.call(createReport, { body: { subjectType: 'member', subjectId: author.id, reason: 'danger' } });
};

/** Removes a post of the reader as a moderator. */
const removeOwnPost = async ({ community, reader }: ListScene) => {
  const { id: subjectId } = (await reader.call(createPost, { body: { content: 'Mine' } })).body;
  const removal = { subjectType: 'post', subjectId, reason: guideline } as const;
  await (await community.member({ role: 'admin' })).call(removeAsModerator, { body: removal });
};

export const authorization: Authorization = {
  rows: `
    GET    /api/moderation/queue                401 403 403 403 403 200 200
    GET    /api/moderation/queue/count          401 403 403 403 403 200 200
    GET    /api/moderation/queue/:id            401 403 403 403 403 200 200
    POST   /api/moderation/queue/:id/claim      401 403 403 403 403 200 200
    POST   /api/moderation/queue/:id/hand-over  401 403 403 403 403 200 200
    POST   /api/moderation/queue/:id/actions    401 403 403 403 403 204 204
    GET    /api/moderation/moderators           401 403 403 403 403 200 200
    POST   /api/moderation/removals             401 403 403 403 403 201 201
    GET    /api/decisions                       401 200 200 200 200 200 200
    GET    /api/decisions/new-count             401 200 200 200 200 200 200
    POST   /api/decisions/seen                  401 204 204 204 204 204 204
    POST   /api/appeals                         401 201 201 201 201 201 201
  `,
  // The readers are not moderators, and decisions never name the moderator.
  visibility: {
    rows: `
      GET /api/moderation/queue       403 403 403 403 403 401 403
      GET /api/moderation/moderators  403 403 403 403 403 401 403
      GET /api/decisions              hidden hidden hidden hidden hidden 401 hidden
    `,
    lists: {
      'GET /api/moderation/queue': reportAuthor,
      async 'GET /api/moderation/moderators'() {},
      'GET /api/decisions': removeOwnPost,
    },
  },
  calls: {
    'GET /api/moderation/queue/:id': caseRequest(),
    'POST /api/moderation/queue/:id/claim': caseRequest('/claim'),
    'POST /api/moderation/queue/:id/hand-over': caseRequest('/hand-over', {
      to: 'admins',
      note: 'Please have a look.',
    }),
    'POST /api/moderation/queue/:id/actions': caseRequest('/actions', { action: 'remove', reason: guideline }),
    'POST /api/moderation/removals': async (scene) => ({
      body: { subjectType: 'post', subjectId: await share(scene), reason: guideline },
    }),
    'POST /api/appeals': appealRequest,
  },
};
