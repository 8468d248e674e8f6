import { removeConnection, requestConnection } from '@commons/contract/connections/schemas';
import { createComment, createPost } from '@commons/contract/feed/schemas';
import type { UploadedImage } from '@commons/contract/media';
import { sendMessage } from '@commons/contract/messages/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer, typedByNewcomer } from './accounts.ts';
import type { Caller } from './caller.ts';
import { Community, Member } from './community.ts';
import { formBody, noise } from './pictures.ts';
import { collectRoutes } from './routes.ts';

/**
 * Who may make which call: every route of the server, called for real by each caller, on a fresh post and comment.
 * `owner` wrote what the call is about, `other` what stands beside it: the post of the comment, a comment on the post.
 * Of a connection, `other` has asked `owner`.
 */
const table = `
                                                anonymous member owner other flagged manager admin

GET    /livez                                         200    200   200   200     200     200   200
GET    /readyz                                        200    200   200   200     200     200   200
GET    /metrics                                       200    200   200   200     200     200   200
GET    /api/openapi.json                              200    200   200   200     200     200   200
GET    /ws                                            401    101   101   101     101     101   101

GET    /api/login                                     302    302   302   302     302     302   302
GET    /api/logout                                    302    302   302   302     302     302   302
GET    /api/auth/options                              200    200   200   200     200     200   200
POST   /api/auth/sign-up/email                        200    200   200   200     200     200   200
POST   /api/auth/sign-in/email                        200    200   200   200     200     200   200
POST   /api/auth/request-password-reset               200    200   200   200     200     200   200
POST   /api/auth/reset-password                       400    400   400   400     400     400   400
POST   /login                                         303    303   303   303     303     303   303
POST   /signup                                        303    303   303   303     303     303   303
POST   /forgot-password                               204    204   204   204     204     204   204
POST   /reset-password                                400    400   400   400     400     400   400
GET    /api/auth/user                                 401    200   200   200     200     200   200
GET    /api/auth/sessions                             401    200   200   200     200     200   200
DELETE /api/auth/sessions                             401    204   204   204     204     204   204

GET    /api/posts                                     401    200   200   200     200     200   200
POST   /api/posts                                     401    201   201   201     201     201   201
GET    /api/posts/:id                                 401    200   200   200     200     200   200
PUT    /api/posts/:id                                 401    403   200   403     403     403   403
DELETE /api/posts/:id                                 401    403   204   403     403     204   204
GET    /api/posts/:id/like-status                     401    200   200   200     200     200   200
POST   /api/posts/:id/like                            401    200   200   200     200     200   200
GET    /api/posts/:id/comments                        401    200   200   200     200     200   200
POST   /api/posts/:id/comments                        401    201   201   201     201     201   201
PUT    /api/posts/:id/comments/:commentId             401    403   200   403     403     403   403
DELETE /api/posts/:id/comments/:commentId             401    403   204   403     403     204   204

GET    /api/users/:id                                 401    200   200   200     200     200   200
PUT    /api/auth/user                                 401    200   200   200     200     200   200
POST   /api/auth/user/photo                           401    200   200   200     200     200   200
DELETE /api/auth/user/photo                           401    200   200   200     200     200   200
GET    /api/settings                                  401    200   200   200     200     200   200
PUT    /api/settings                                  401    200   200   200     200     200   200
GET    /api/connections                               401    200   200   200     200     200   200
POST   /api/connections                               401    201   201   201     201     201   201
GET    /api/connections/requests                      401    200   200   200     200     200   200
GET    /api/connections/suggested                     401    200   200   200     200     200   200
POST   /api/connections/:userId/accept                401    404   200   409     404     404   404
DELETE /api/connections/:userId                       401    404   204   204     404     404   404
GET    /api/blocks                                    401    200   200   200     200     200   200
POST   /api/blocks/:userId                            401    204   204   204     204     204   204
DELETE /api/blocks/:userId                            401    204   204   204     204     204   204
GET    /api/mutes                                     401    200   200   200     200     200   200
POST   /api/mutes/:userId                             401    204   204   204     204     204   204
DELETE /api/mutes/:userId                             401    204   204   204     204     204   204
GET    /api/community/stats                           401    200   200   200     200     200   200
POST   /api/uploads/images                            401    201   201   201     201     201   201
GET    /media/:key                                    200    200   200   200     200     200   200

GET    /api/messages                                  401    200   200   200     200     200   200
POST   /api/messages                                  401    201   201   201     403     201   201
GET    /api/messages/conversations                    401    200   200   200     200     200   200
GET    /api/messages/conversations/:userId            401    200   200   200     200     200   200
GET    /api/messages/unread-count                     401    200   200   200     200     200   200
POST   /api/messages/read                             401    204   204   204     204     204   204
DELETE /api/messages/:id                              401    404   204   403     404     404   404
POST   /api/messages/requests/:userId                 401    404   204   404     404     404   404
POST   /api/uploads/message-photos                    401    201   201   201     201     201   201
GET    /api/messages/photos/:id/:size                 401    404   200   404     404     404   404

POST   /api/reports                                   401    201   201   201     201     201   201
GET    /api/reports/mine                              401    200   200   200     200     200   200

POST   /api/waitlist                                  201    201   201   201     201     201   201
POST   /waitlist                                      204    204   204   204     204     204   204
`;

/** With an OpenID provider the browser comes back from it to one route more. */
const openIdTable = `
                                                anonymous member owner other flagged manager admin
GET    /login                                         200    200   200   200     200     200   200
GET    /signup                                        200    200   200   200     200     200   200
GET    /api/auth/callback/openid                      302    302   302   302     302     302   302
`;

type CallerName = 'anonymous' | 'member' | 'owner' | 'other' | 'flagged' | 'manager' | 'admin';
type Method = Parameters<Caller['send']>[0];
type Cell = { method: Method; path: string; caller: CallerName; status: number };

function readTable(text: string): Cell[] {
  const [header, ...rows] = text.split('\n').filter((line) => line.trim() !== '');
  const callers = header?.trim().split(/\s+/) as CallerName[];
  return rows.flatMap((row) => {
    const [method, path = '', ...statuses] = row.trim().split(/\s+/);
    return callers.map((caller, column) => ({
      method: method as Method,
      path,
      caller,
      status: Number(statuses[column]),
    }));
  });
}

const routesOf = (cells: Cell[]) => [...new Set(cells.map(({ method, path }) => `${method} ${path}`))].toSorted();

/** HEAD is GET without a body, on every route that has one. */
const withoutHead = (routes: string[]) => routes.filter((route) => !route.startsWith('HEAD ')).toSorted();

const cells = readTable(table);

let community: Community;
let routes: string[];
let callers: Record<CallerName, Member | undefined>;
let withAccount: Member;
/** Whom calls about another member are about, when it does not matter whom. */
let bystander: Member;

beforeAll(async () => {
  ({ opened: community, routes } = await collectRoutes(() => Community.open()));
  callers = {
    anonymous: undefined,
    member: await community.member(),
    owner: await community.member(),
    other: await community.member(),
    flagged: await community.member({ isFlagged: true }),
    manager: await community.member({ role: 'manager' }),
    admin: await community.member({ role: 'admin' }),
  };
  withAccount = await memberWithPassword(community);
  bystander = await community.member();
});
afterAll(() => community.close());

/** What a call needs to be right in everything but who makes it. */
const bodies: Record<string, () => object> = {
  'POST /api/auth/sign-up/email': () => newcomer(),
  'POST /api/auth/sign-in/email': () => ({ email: withAccount.email, password: goodPassword }),
  'POST /api/auth/request-password-reset': () => ({ email: withAccount.email }),
  'POST /api/auth/reset-password': () => ({ token: 'not one of ours', newPassword: goodPassword }),
  'POST /api/posts': () => ({ content: 'A quiet morning' }),
  'PUT /api/posts/:id': () => ({ content: 'A quiet evening' }),
  'POST /api/posts/:id/comments': () => ({ content: 'Welcome' }),
  'PUT /api/posts/:id/comments/:commentId': () => ({ content: 'Welcome back' }),
  'PUT /api/auth/user': () => ({ bio: 'I walk, and I read.' }),
  'PUT /api/settings': () => ({ emailAudience: 'nobody' }),
  'POST /api/connections': () => ({ userId: bystander.id }),
  'POST /api/messages': () => ({ receiverId: bystander.id, content: 'Good morning' }),
  'POST /api/messages/read': () => ({ userId: bystander.id }),
  'POST /api/messages/requests/:userId': () => ({ accept: true }),
  'POST /api/reports': () => ({ subjectType: 'member', subjectId: bystander.id, reason: 'spam' }),
  'POST /api/waitlist': () => ({ firstName: 'Ana', lastName: 'Lund', email: newcomer().email }),
};
const queries: Record<string, string> = {
  'DELETE /api/posts/:id': '?reason=Not%20here',
  'GET /api/messages': '?userId=01a1f8b0-0000-7000-8000-000000000000',
};

/** Calls that take a picture, by the name of its field. */
const pictureFields: Record<string, string> = {
  'POST /api/auth/user/photo': 'photo',
  'POST /api/uploads/images': 'file',
  'POST /api/uploads/message-photos': 'file',
};

/** Forms that a browser sends by itself. */
const typed: Record<string, () => Record<string, string>> = {
  'POST /login': () => ({ email: withAccount.email, password: goodPassword }),
  'POST /signup': () => typedByNewcomer(),
  'POST /forgot-password': () => ({ email: withAccount.email }),
  'POST /reset-password': () => ({ newPassword: goodPassword }),
  'POST /waitlist': () => ({ firstName: 'Ana', lastName: 'Lund', email: newcomer().email, message: '' }),
};

async function bodyOf(route: string): Promise<{ body?: unknown; headers?: Record<string, string> }> {
  const fields = typed[route]?.();
  if (fields)
    return {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  const field = pictureFields[route];
  if (!field) return { body: bodies[route]?.() };
  const form = new FormData();
  form.append(field, new File([new Uint8Array(await noise(8, 8).png().toBuffer())], 'a.png'));
  return formBody(form);
}

/** The address of a call about a connection: `other` has just asked `owner`. Everybody calls about who they deal with. */
async function addressOfConnection(path: string, name: CallerName): Promise<string> {
  const [owner, other] = [await callerOf('owner'), await callerOf('other')];
  const [ownerId, otherId] = [owner?.id ?? '', other?.id ?? ''];
  await other?.call(removeConnection, { params: { userId: ownerId } });
  await other?.call(requestConnection, { body: { userId: ownerId } });
  return path.replace(':userId', name === 'owner' ? otherId : ownerId);
}

/** The address of a call about messages: `owner` wrote to `other`, uploaded a photo, and was written to by a stranger. */
async function addressOfMessage(path: string): Promise<string> {
  const [owner, other] = [await callerOf('owner'), await callerOf('other')];
  if (path.includes('/requests/')) {
    const stranger = await community.member();
    await stranger.call(sendMessage, { body: { receiverId: owner?.id ?? '', content: 'Hello' } });
    return path.replace(':userId', stranger.id);
  }
  if (path.includes('/photos/')) {
    const upload = 'POST /api/uploads/message-photos';
    const photo = await owner?.send<{ url: string }>('POST', '/api/uploads/message-photos', await bodyOf(upload));
    return photo?.body.url ?? '';
  }
  const sent = await owner?.call(sendMessage, { body: { receiverId: other?.id ?? '', content: 'Hello' } });
  return path.replace(':id', sent?.body.id ?? '');
}

/** The address of a picture that somebody uploaded. */
async function addressOfPicture(): Promise<string> {
  const owner = await callerOf('owner');
  const { url } = (
    await owner?.send<UploadedImage>('POST', '/api/uploads/images', await bodyOf('POST /api/uploads/images'))
  )?.body ?? { url: '' };
  return url;
}

/** The address of a call, about a post and a comment that nobody touched before. */
async function addressOf(path: string, name: CallerName): Promise<string> {
  if (path.startsWith('/api/connections/:userId')) return addressOfConnection(path, name);
  if (path.includes('/conversations/')) return path.replace(':userId', bystander.id);
  if (/\/api\/messages\/.*:/.test(path)) return addressOfMessage(path);
  if (path.startsWith('/media/')) return addressOfPicture();
  if (/\/api\/(?:users|blocks|mutes)\//.test(path)) return path.replace(/:\w+/, bystander.id);
  if (!path.includes(':id')) return path;
  const names = path.includes(':commentId') ? (['other', 'owner'] as const) : (['owner', 'other'] as const);
  const [postAuthor, commentAuthor] = await Promise.all(names.map(callerOf));
  const post = await postAuthor?.call(createPost, { body: { content: 'Good morning' } });
  const id = post?.body.id ?? '';
  const comment = await commentAuthor?.call(createComment, { params: { id }, body: { content: 'Good morning' } });
  return path.replace(':id', id).replace(':commentId', comment?.body.id ?? '');
}

/** The caller with a session of its own for this call, which some calls end. */
async function callerOf(name: CallerName): Promise<Member | undefined> {
  const member = callers[name];
  return member && new Member(community.server, { ...member, cookie: await community.signIn(member.id) });
}

async function walk({ method, path, caller: name }: Cell): Promise<number> {
  const caller = await callerOf(name);
  if (path === '/ws') return handshake(caller);
  const route = `${method} ${path}`;
  const url = `${await addressOf(path, name)}${queries[route.replace('HEAD', 'GET')] ?? ''}`;
  return (await (caller ?? community.visitor).send(method, url, await bodyOf(route))).status;
}

async function handshake(member: Member | undefined): Promise<number> {
  try {
    const client = await community.connect(member ?? { cookie: '' });
    client.close();
    return 101;
  } catch (error) {
    return Number(/Unexpected server response: (\d+)/.exec(String(error))?.[1]);
  }
}

describe('who may make which call', () => {
  test('the table names every route of the server, and no other', () => {
    expect(withoutHead(routes)).toEqual(routesOf(cells));
  });

  test('the table names every route of a server with an OpenID provider', async () => {
    const openId = await collectRoutes(() =>
      Community.open({
        environment: {
          OIDC_ISSUER_URL: 'http://127.0.0.1:1',
          OIDC_CLIENT_ID: 'commons',
          OIDC_CLIENT_SECRET: 'never asked for in this test',
        },
      }),
    );
    await openId.opened.close();
    expect(withoutHead(openId.routes)).toEqual(routesOf([...cells, ...readTable(openIdTable)]));
  });

  test.for(cells)('$method $path by $caller: $status', async (cell) => {
    expect(await walk(cell)).toBe(cell.status);
  });

  test.for(cells.filter(({ method, path }) => method === 'GET' && path !== '/ws'))(
    'HEAD $path by $caller: $status, as GET',
    async (cell) => {
      expect(await walk({ ...cell, method: 'HEAD' })).toBe(cell.status);
    },
  );
});
