import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { signUp } from '@commons/contract/auth/schemas';
import { createPost, deletePost, listPosts } from '@commons/contract/feed/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
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

const postBody = JSON.stringify({ content: 'Good morning' });

type Request = {
  method?: Parameters<Caller['send']>[0];
  url?: string;
  headers?: Record<string, string>;
  body?: string;
};

const withBody = (body: string, contentType = 'application/json'): Request => ({
  headers: { 'content-type': contentType },
  body,
});
const get = (url: string): Request => ({ method: 'GET', url });

const badRequests: [description: string, request: Request, status: number, code: string][] = [
  ['JSON that ends early', withBody('{"content": "Good'), 400, 'request.malformed'],
  ['JSON that names a prototype', withBody('{"__proto__": {}}'), 400, 'request.malformed'],
  ['an empty JSON body', withBody(''), 400, 'request.malformed'],
  ['no body at all', {}, 400, 'request.invalid'],
  ['an unknown field', withBody('{"content":"a","role":"admin"}'), 400, 'request.invalid'],
  ['plain text', withBody(postBody, 'text/plain'), 415, 'request.wrong_media_type'],
  ['a form', withBody('content=Hi', 'application/x-www-form-urlencoded'), 415, 'request.wrong_media_type'],
  ['XML', withBody('<a/>', 'application/xml'), 415, 'request.wrong_media_type'],
  ['an invalid content type', withBody(postBody, 'json'), 415, 'request.wrong_media_type'],
  ['a body above the size limit', withBody(JSON.stringify('a'.repeat(70_000))), 413, 'request.too_large'],
  ['an invalid id', get('/api/posts/latest'), 400, 'request.invalid'],
  ['a very long id', get(`/api/posts/${'a'.repeat(3_000)}`), 400, 'request.invalid'],
  ['an address that cannot be decoded', get('/api/posts/%E0%A4'), 400, 'request.invalid'],
  ['an invalid page size', get('/api/posts?limit=many'), 400, 'request.invalid'],
  ['the same parameter twice', get('/api/posts?limit=1&limit=2'), 400, 'request.invalid'],
  ['an unknown parameter', get('/api/posts?sort=old'), 400, 'request.invalid'],
  ['an unknown address that cannot be decoded', get('/api/%'), 404, 'request.not_found'],
  ['an unknown call', get('/api/nothing'), 404, 'request.not_found'],
  ['an unknown address with an unsafe method', { ...withBody('{}'), url: '/nothing' }, 404, 'request.not_found'],
  ['an unknown method of a call', { ...withBody(postBody), method: 'PATCH' }, 404, 'request.not_found'],
  ['an unknown asset', get('/assets/app.js'), 404, 'request.not_found'],
];

describe('an invalid request', () => {
  test.for(badRequests)('with %s is answered with a problem document', async ([, request, status, code]) => {
    const { method = 'POST', url = '/api/posts', headers = {}, body } = request;
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

/** A request for each 400 error that names a field and that no test of its feature covers. */
const requestsByError: Record<string, (member: Member) => ReturnType<Caller['send']>> = {
  'audio.damaged': () => sendSound(wav(60).subarray(0, 44)),
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
  'security.password_too_common': () =>
    community.current.visitor.send('POST', signUp.path, { body: { ...newcomer(), password: 'password1234' } }),
  'security.break_too_short_or_long': (member) =>
    member.send('POST', '/api/account/break', { body: { until: new Date().toISOString() } }),
  'connections.not_oneself': (member) => member.send('POST', '/api/connections', { body: { userId: member.id } }),
  'feed.poll_option_not_found': async (member) => {
    const { body } = await member.call(createPost, {
      body: { content: 'Tea?', poll: { options: ['Yes', 'No'], days: 1 } },
    });
    return member.send('POST', `/api/posts/${body.id}/poll/vote`, { body: { optionId: randomUUID() } });
  },
  'media.damaged': async (member) => {
    const picture = await noise(64, 64).png().toBuffer();
    return sendPhoto(member, picture.subarray(0, picture.length / 2));
  },
  'messages.not_oneself': (member) =>
    member.send('POST', '/api/messages', { body: { receiverId: member.id, content: 'Hello' } }),
  'messages.nothing_to_send': async (member) =>
    member.send('POST', '/api/messages', { body: { receiverId: (await community.current.member()).id, content: ' ' } }),
  'messages.photo_not_found': async (member) => {
    const body = { receiverId: (await community.current.member()).id, content: '', photoId: randomUUID() };
    return member.send('POST', '/api/messages', { body });
  },
};

/** Sends a file to an endpoint whose file field has an unusual name. */
async function sendPhoto(member: Member, bytes: Buffer) {
  const form = new FormData();
  form.append('photo', new File([new Uint8Array(bytes)], 'a.png'));
  return member.send('POST', '/api/auth/user/photo', await formBody(form));
}

async function sendSound(bytes: Buffer) {
  const admin = await community.current.member({ role: 'admin' });
  return admin.send('POST', '/api/meditations/upload', await formBody(meditationForm(bytes)));
}

describe('an error in one field', () => {
  test.for(Object.entries(requestsByError))('%s names the field', async ([code, send]) => {
    const answer = await send(await community.current.member());
    const { errors } = expectProblem(answer, 400, code);
    const field = code.startsWith('media.') ? 'photo' : Object.fromEntries(errorDefinitions)[code]?.path;
    expect(errors).toEqual([{ path: field, message: expect.stringMatching(/\w/) }]);
  });

  test('lacks a field only for generic request errors, for tables, which name rows, and for settings, which name several', () => {
    const errorsWithoutField = errorDefinitions.filter(([, { status, path }]) => status === 400 && path === null);
    expect(errorsWithoutField.map(([code]) => code)).toEqual([
      'csv.bad_rows',
      'request.invalid',
      'request.malformed',
      'settings.conflict',
    ]);
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
