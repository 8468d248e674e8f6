import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { signUp } from '@commons/contract/auth/schemas';
import { answerEvent, createEvent } from '@commons/contract/events/schemas';
import { createPost, deletePost, listPosts } from '@commons/contract/feed/schemas';
import { createMeditation, updateMeditation } from '@commons/contract/meditations/schemas';
import { listCases } from '@commons/contract/moderation/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import { inviteFromWaitlist, joinWaitlist } from '@commons/contract/waitlist/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer } from '../../../test/accounts.ts';
import type { ApiResponse, Caller } from '../../../test/caller.ts';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { errorDefinitions } from '../../../test/contract-endpoints.ts';
import { formBody, noise } from '../../../test/pictures.ts';
import { expectProblem, expectSecurityHeaders } from '../../../test/problems.ts';
import { meditationForm, wav } from '../../../test/sounds.ts';

const community = setUpCommunity();
let ana: Member;
beforeAll(async () => {
  ana = await community.current.member();
});

const jsonHeaders = { 'content-type': 'application/json' };
const postBody = JSON.stringify({ content: 'Good morning' });

type Request = {
  description: string;
  method?: Parameters<Caller['send']>[0];
  url?: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  code: string;
};

const badRequests: Request[] = [
  {
    description: 'JSON that ends early',
    headers: jsonHeaders,
    body: '{"content": "Good',
    status: 400,
    code: 'request.malformed',
  },
  {
    description: 'JSON that names a prototype',
    headers: jsonHeaders,
    body: '{"__proto__": {}}',
    status: 400,
    code: 'request.malformed',
  },
  { description: 'an empty JSON body', headers: jsonHeaders, body: '', status: 400, code: 'request.malformed' },
  { description: 'no body at all', status: 400, code: 'request.invalid' },
  {
    description: 'an unknown field',
    headers: jsonHeaders,
    body: '{"content":"a","role":"admin"}',
    status: 400,
    code: 'request.invalid',
  },
  {
    description: 'plain text',
    headers: { 'content-type': 'text/plain' },
    body: postBody,
    status: 415,
    code: 'request.wrong_media_type',
  },
  {
    description: 'a form from another site',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'content=Good+morning',
    status: 415,
    code: 'request.wrong_media_type',
  },
  {
    description: 'XML',
    headers: { 'content-type': 'application/xml' },
    body: '<a/>',
    status: 415,
    code: 'request.wrong_media_type',
  },
  {
    description: 'an invalid content type',
    headers: { 'content-type': 'json' },
    body: postBody,
    status: 415,
    code: 'request.wrong_media_type',
  },
  {
    description: 'a body above the size limit',
    headers: jsonHeaders,
    body: JSON.stringify({ content: 'a'.repeat(70_000) }),
    status: 413,
    code: 'request.too_large',
  },
  { description: 'an invalid id', method: 'GET', url: '/api/posts/latest', status: 400, code: 'request.invalid' },
  {
    description: 'a very long id',
    method: 'GET',
    url: `/api/posts/${'a'.repeat(3_000)}`,
    status: 400,
    code: 'request.invalid',
  },
  {
    description: 'an address that cannot be decoded',
    method: 'GET',
    url: '/api/posts/%E0%A4',
    status: 400,
    code: 'request.invalid',
  },
  {
    description: 'an invalid page size',
    method: 'GET',
    url: '/api/posts?limit=many',
    status: 400,
    code: 'request.invalid',
  },
  {
    description: 'the same parameter twice',
    method: 'GET',
    url: '/api/posts?limit=1&limit=2',
    status: 400,
    code: 'request.invalid',
  },
  {
    description: 'an unknown parameter',
    method: 'GET',
    url: '/api/posts?sort=old',
    status: 400,
    code: 'request.invalid',
  },
  {
    description: 'an unknown address that cannot be decoded',
    method: 'GET',
    url: '/api/%',
    status: 404,
    code: 'request.not_found',
  },
  { description: 'an unknown call', method: 'GET', url: '/api/nothing', status: 404, code: 'request.not_found' },
  {
    description: 'an unknown address with an unsafe method',
    url: '/nothing',
    headers: jsonHeaders,
    body: '{}',
    status: 404,
    code: 'request.not_found',
  },
  {
    description: 'an unknown method of a call',
    method: 'PATCH',
    headers: jsonHeaders,
    body: postBody,
    status: 404,
    code: 'request.not_found',
  },
  { description: 'an unknown asset', method: 'GET', url: '/assets/app.js', status: 404, code: 'request.not_found' },
];

describe('an invalid request', () => {
  test.for(badRequests)('with $description is answered with status $status and a problem document', async (request) => {
    const { method = 'POST', url = '/api/posts', headers = {}, body, status, code } = request;
    const answer = await ana.send(method, url, { headers, body });
    expectProblem(answer, status, code);
    expectSecurityHeaders(answer);
  });

  test('names every invalid field by its path', async () => {
    const answer = await community.current.visitor.send('POST', joinWaitlist.path, {
      body: { firstName: '', email: 'a' },
    });
    const { errors } = expectProblem(answer, 400, 'request.invalid');
    expect(errors?.map(({ path }) => path)).toEqual(['firstName', 'lastName', 'email']);
    expect(errors?.[0]?.message).toBe('Please tell us your first name');
  });

  test('is never answered from the cache', async () => {
    const refused = await ana.send('GET', '/api/posts/latest');
    const again = await ana.send('GET', '/api/posts/latest', { headers: { 'if-none-match': '*' } });
    expect([refused.status, again.status]).toEqual([400, 400]);
  });
});

/** Sends these exact bytes and returns the response. */
async function sendRaw(bytes: string): Promise<ApiResponse<unknown>> {
  const { hostname, port } = new URL(await community.current.listen());
  const socket = connect(Number(port), hostname).end(bytes, 'latin1');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(lines.map((each) => [each.split(': ')[0]?.toLowerCase(), each.split(': ')[1]])),
    body: JSON.parse(body),
    next: undefined,
  };
}

describe('invalid HTTP', () => {
  test.for([
    ['bytes that are not HTTP', 'Good morning\r\n\r\n', 400, 'request.malformed'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'request.malformed'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
      400,
      'request.malformed',
    ],
    [
      'a very long cookie',
      `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'request.head_too_large',
    ],
    ['a very long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'request.head_too_large'],
  ] as const)('with %s is answered with a problem document', async ([, bytes, status, code]) => {
    const answer = await sendRaw(bytes);
    expectProblem(answer, status, code);
    expectSecurityHeaders(answer);
  });

  test('an unknown expectation is ignored', async () => {
    const head = 'GET /api/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: the unexpected\r\n\r\n';
    expectProblem(await sendRaw(head), 404, 'request.not_found');
  });
});

/** Lets a member report a post. Returns an admin and the id of the case. */
async function reportPost(member: Member) {
  const admin = await community.current.member({ role: 'admin' });
  const author = await community.current.member();
  const subjectId = (await author.call(createPost, { body: { content: 'Buy my cure' } })).body.id;
  await member.call(createReport, { body: { subjectType: 'post', subjectId, reason: 'spam' } });
  const { body: cases } = await admin.call(listCases, {});
  return { admin, id: cases.find((each) => each.subjectId === subjectId)?.id };
}

async function decide(member: Member, body: object) {
  const { admin, id } = await reportPost(member);
  return admin.send('POST', `/api/moderation/queue/${id}/actions`, { body });
}

/** A request for each 400 error of the contract that names a field. */
const requestsByError: Record<string, (member: Member) => ReturnType<Caller['send']>> = {
  'audio.no_file': () => sendSound(Buffer.alloc(0)),
  'audio.damaged': () => sendSound(wav(60).subarray(0, 44)),
  'audio.wrong_length': () => sendSound(wav(50)),
  'auth.invitation_of_another_email': async () => {
    await using cleanup = new AsyncDisposableStack();
    const invitedCommunity = await Community.open({ environment: { SIGN_UP: 'invited' } });
    cleanup.defer(() => invitedCommunity.close());
    const admin = await invitedCommunity.member({ role: 'admin' });
    const wren = { firstName: 'Wren', lastName: 'Lund', email: 'wren@mail.test' };
    const { id } = (await invitedCommunity.visitor.call(joinWaitlist, { body: wren })).body;
    await admin.call(inviteFromWaitlist, { body: { id } });
    const invitation = /invitation=([\w-]+)/.exec((await invitedCommunity.mails())[0]?.text ?? '')?.[1];
    return await invitedCommunity.visitor.send('POST', signUp.path, { body: { ...newcomer(), invitation } });
  },
  'auth.reset_link_invalid': (member) =>
    member.send('POST', '/api/auth/reset-password', { body: { token: 'none', newPassword: 'a long password' } }),
  'notifications.no_such_push_service': (member) => {
    const keys = {
      p256dh: 'BM1zsszgsRGT1EqgyUfZOccBbL3Aq1jiYlULqB-X_dju-CAY7LzGtxfFusKmYPwGMcSIjEl4tUmdzTx-rsXcpOo',
      auth: 'a'.repeat(22),
    };
    const body = { endpoint: 'https://127.0.0.1/push', keys };
    return member.send('PUT', '/api/notifications/push-subscription', { body });
  },
  'notifications.unsubscribe_link_wrong': (member) =>
    member.send('POST', '/api/notifications/unsubscribe', { body: { token: 'none' } }),
  'security.wrong_password': async () => {
    const member = await memberWithPassword(community.current);
    return member.send('POST', '/api/auth/two-factor', { body: { password: 'a guess' } });
  },
  'security.password_too_common': () =>
    community.current.visitor.send('POST', signUp.path, { body: { ...newcomer(), password: 'password1234' } }),
  'security.email_link_invalid': (member) =>
    member.send('POST', '/api/auth/confirm-email', { body: { token: 'none' } }),
  'security.wrong_code': async () => {
    const member = await memberWithPassword(community.current);
    await member.send('POST', '/api/auth/two-factor', { body: { password: goodPassword } });
    return member.send('POST', '/api/auth/two-factor/confirm', { body: { code: '000000' } });
  },
  'security.break_too_short_or_long': (member) =>
    member.send('POST', '/api/account/break', { body: { until: new Date().toISOString() } }),
  'connections.not_oneself': (member) => member.send('POST', '/api/connections', { body: { userId: member.id } }),
  'events.more_are_going': async (member) => {
    const manager = await community.current.member({ role: 'manager' });
    const { id } = (await manager.call(createEvent, { body: walkEvent })).body;
    for (const each of [manager, member]) await each.call(answerEvent, { params: { id }, body: { going: true } });
    return manager.send('PUT', `/api/events/${id}`, { body: { ...walkEvent, maxAttendees: 1 } });
  },
  'events.no_such_time': async () => sendEvent({ eventDate: '2199-03-31T02:30', timeZone: 'Europe/Berlin' }),
  'events.picture_not_found': async () => sendEvent({ imageUrl: `/media/${randomUUID()}-full.webp` }),
  'feed.picture_not_found': (member) =>
    member.send('POST', '/api/posts', {
      body: { content: 'Look', images: [{ url: `/media/${randomUUID()}-full.webp` }] },
    }),
  'feed.event_not_found': (member) =>
    member.send('POST', '/api/posts', { body: { content: 'Come along', eventId: randomUUID() } }),
  'feed.poll_option_not_found': async (member) => {
    const { body } = await member.call(createPost, {
      body: { content: 'Tea?', poll: { options: ['Yes', 'No'], days: 1 } },
    });
    return member.send('POST', `/api/posts/${body.id}/poll/vote`, { body: { optionId: randomUUID() } });
  },
  'feed.reason_required': async (member) => {
    const moderator = await community.current.member({ role: 'manager' });
    const { body } = await member.call(createPost, { body: { content: 'Buy my tea' } });
    return moderator.send('DELETE', `/api/posts/${body.id}`);
  },
  'journal.no_such_category': async () => {
    const admin = await community.current.member({ role: 'admin' });
    return admin.send('POST', '/api/journal-prompts', { body: { prompt: 'What now?', categoryId: 999 } });
  },
  'library.cover_not_uploaded': async () => {
    const admin = await community.current.member({ role: 'admin' });
    const imageUrl = `/media/${randomUUID()}-full.webp`;
    return admin.send('POST', '/api/books', { body: { title: 'Wintering', author: 'Katherine May', imageUrl } });
  },
  'media.no_file': (member) => sendFiles(member, 'photo', []),
  'media.several_files': (member) => sendFiles(member, 'photo', [picture, picture]),
  'media.damaged': (member) => sendFiles(member, 'photo', [picture.subarray(0, picture.length / 2)]),
  'meditations.audio_not_here': async () => {
    const admin = await community.current.member({ role: 'admin' });
    const rain = { title: 'Rain', description: '', audioUrl: 'https://sounds.test/rain.mp3', duration: 60 };
    const { id } = (await admin.call(createMeditation, { body: rain })).body;
    const body = { title: 'Rain', description: '', audioUrl: `/media/${randomUUID()}.mp3` };
    return admin.send('PUT', updateMeditation.path.replace('{id}', id), { body });
  },
  'meditations.cover_not_uploaded': async () => {
    const admin = await community.current.member({ role: 'admin' });
    const rain = { title: 'Rain', description: '', audioUrl: 'https://sounds.test/rain.mp3', duration: 60 };
    const { id } = (await admin.call(createMeditation, { body: rain })).body;
    const body = { title: 'Rain', description: '', albumCoverUrl: `/media/${randomUUID()}-full.webp` };
    return admin.send('PUT', updateMeditation.path.replace('{id}', id), { body });
  },
  'meditations.more_than_its_length': async (member) => {
    const admin = await community.current.member({ role: 'admin' });
    const rain = { title: 'Rain', description: '', audioUrl: 'https://sounds.test/rain.mp3', duration: 60 };
    const { id } = (await admin.call(createMeditation, { body: rain })).body;
    const body = { secondsListened: 61, completed: false };
    return member.send('POST', `/api/meditations/${id}/track`, { body });
  },
  'messages.not_oneself': (member) =>
    member.send('POST', '/api/messages', { body: { receiverId: member.id, content: 'Hello' } }),
  'messages.nothing_to_send': async (member) =>
    member.send('POST', '/api/messages', { body: { receiverId: (await community.current.member()).id, content: ' ' } }),
  'messages.photo_not_found': async (member) => {
    const body = { receiverId: (await community.current.member()).id, content: '', photoId: randomUUID() };
    return member.send('POST', '/api/messages', { body });
  },
  'moderation.action_not_here': (member) => decide(member, { action: 'approve' }),
  'moderation.no_such_moderator': async (member) => {
    const { admin, id } = await reportPost(member);
    return admin.send('POST', `/api/moderation/queue/${id}/hand-over`, { body: { to: member.id } });
  },
  'moderation.until_not_ahead': (member) =>
    decide(member, { action: 'suspend', reason: 'harassment', until: '2020-01-01T00:00:00.000Z' }),
  'reports.not_oneself': (member) =>
    member.send('POST', '/api/reports', { body: { subjectType: 'member', subjectId: member.id, reason: 'spam' } }),
};

const walkEvent = { title: 'A walk', eventDate: '2199-05-01T10:00' };

async function sendEvent(fields: object) {
  const manager = await community.current.member({ role: 'manager' });
  return manager.send('POST', '/api/events', { body: { ...walkEvent, ...fields } });
}

let picture: Buffer;
beforeAll(async () => {
  picture = await noise(64, 64).png().toBuffer();
});

/** Sends files to an endpoint whose file field has an unusual name. */
async function sendFiles(member: Member, field: string, files: Buffer[]) {
  const form = new FormData();
  form.append('note', 'hello');
  for (const bytes of files) form.append(field, new File([new Uint8Array(bytes)], 'a.png'));
  return member.send('POST', '/api/auth/user/photo', await formBody(form));
}

async function sendSound(bytes: Buffer) {
  const admin = await community.current.member({ role: 'admin' });
  return admin.send('POST', '/api/meditations/upload', await formBody(meditationForm(bytes)));
}

describe('an error in one field', () => {
  const errorsWithField = errorDefinitions.filter(([, { status, path }]) => status === 400 && path !== null);

  test.for(errorsWithField)('%s names the field', async ([code, { path }]) => {
    const answer = await requestsByError[code]!(await community.current.member());
    const { errors } = expectProblem(answer, 400, code);
    const field = code.startsWith('media.') ? 'photo' : path;
    expect(errors).toEqual([{ path: field, message: expect.stringMatching(/\w/) }]);
  });

  test('lacks a field only for generic request errors, and for tables, which name rows', () => {
    const errorsWithoutField = errorDefinitions.filter(([, { status, path }]) => status === 400 && path === null);
    expect(errorsWithoutField.map(([code]) => code)).toEqual(['csv.bad_rows', 'request.invalid', 'request.malformed']);
  });
});

describe('a request from another site', () => {
  const foreignHeaders: Record<string, string>[] = [
    { origin: 'https://elsewhere.test' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://commons.test.elsewhere.test' },
    { origin: 'https://commons.test' },
    { origin: 'http://commons.test:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];

  test.for(foreignHeaders)('with %j changes nothing', async (headers) => {
    const ownPost = await ana.call(createPost, { body: { content: 'Mine' } });
    const params = { id: ownPost.body.id };
    const answers = [
      await ana.call(createPost, { body: { content: 'Not mine' } }, headers),
      await ana.call(deletePost, { params }, headers),
      await community.current.visitor.send('POST', '/api/nothing', { headers }),
    ];
    for (const answer of answers) {
      expectProblem(answer, 403, 'request.cross_origin');
      expectSecurityHeaders(answer);
    }
    const feed = await ana.call(listPosts, { query: { limit: 1 } });
    expect(feed.body[0]?.id).toBe(ownPost.body.id);
  });

  test('can read, but the browser hides the response from the page', async () => {
    const answer = await ana.call(listPosts, {}, { origin: 'https://elsewhere.test' });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test.for<Record<string, string>>([
    {},
    { origin: 'http://commons.test' },
    { origin: 'http://commons.test', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
  ])('is not assumed for the headers %j', async (headers) => {
    const answer = await ana.call(createPost, { body: { content: 'Mine' } }, headers);
    expect(answer.status).toBe(201);
  });
});

describe('an internal error', () => {
  let broken: Community;
  beforeAll(async () => {
    broken = await Community.open();
    await broken.db.$client.query('ALTER TABLE waitlist_entries RENAME TO lost_entries');
  });
  afterAll(() => broken.close());

  test('is answered with a request id and without internal details', async () => {
    const body = { firstName: 'Ana', lastName: 'Lund', email: `${randomUUID()}@mail.test` };
    const answer = await broken.visitor.call(joinWaitlist, { body });
    expectProblem(answer, 500, 'server.failed');
    expectSecurityHeaders(answer);
    expect(JSON.stringify(answer.body)).not.toContain('waitlist_entries');
  });
});
