import * as contract from '@commons/contract/book-notifications/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { Community } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { createMinimalWebBuild, post, pageDataIn } from '../../../test/web-build.ts';
import { newId } from '../../platform/database/columns.ts';

const environment = { BOOK_ACCESS_CODE: 'First Edition' };
let community: Community;
let secondServer: Community;
const cleanups: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const web = await createMinimalWebBuild();
  community = await Community.open({ environment, webDirectory: web.directory });
  secondServer = await Community.open({ environment, sharesDatabaseWith: community });
  cleanups.push(
    web.remove,
    () => community.close(),
    () => secondServer.close(),
  );
});
afterAll(async () => {
  for (const close of cleanups.toReversed()) await close();
});

const ana = { firstName: ' Ana ', lastName: 'Lund', email: 'Ana@Example.org ' };
const subscribe = async () => {
  const { firstName, lastName, email } = newcomer();
  return (await community.visitor.call(contract.createBookNotification, { body: { firstName, lastName, email } })).body;
};
const requestAccess = async (server = community) =>
  (await server.visitor.call(contract.openBookNotifications, { body: { accessCode: 'first EDITION' } })).body;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('subscribing', () => {
  test('a visitor can subscribe only once with any spelling of an email', async () => {
    const subscription = await community.visitor.call(contract.createBookNotification, { body: ana });
    expect(subscription).toMatchObject({
      status: 201,
      body: { firstName: 'Ana', lastName: 'Lund', email: 'ana@example.org' },
    });
    const duplicate = await community.visitor.call(contract.createBookNotification, {
      body: { ...ana, email: 'ANA@example.ORG' },
    });
    expect(expectProblem(duplicate, 409, 'book_notifications.email_exists').detail).toContain('already registered');
  });

  test('twenty concurrent requests with one email create one entry', async () => {
    const body = { ...ana, email: 'ben@example.org' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => community.visitor.call(contract.createBookNotification, { body })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test.for([
    { ...ana, email: 'not an email' },
    { ...ana, firstName: '  ' },
    { ...ana, lastName: undefined },
  ])('rejects %j', async (body) => {
    const rejection = await community.visitor.send<Problem>('POST', '/api/book-notifications', { body });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors).toHaveLength(1);
  });

  test('the form works without JavaScript and shows a thank-you or errors on the same page', async () => {
    const form = { ...ana, email: 'cleo@example.org' };
    const subscription = await post(community.visitor, '/dmtools', form);
    expect(subscription.status).toBe(200);
    expect(pageDataIn(subscription)).toMatchObject({
      path: '/dmtools',
      posted: { values: { firstName: ' Ana ' }, isDone: true },
    });
    const duplicate = await post(community.visitor, '/dmtools', form);
    expect(duplicate.status).toBe(409);
    expect(pageDataIn(duplicate).posted?.failure?.code).toBe('book_notifications.email_exists');
    const rejection = await post(community.visitor, '/dmtools', { ...form, firstName: '', email: 'cleo' });
    expect(rejection.status).toBe(400);
    expect(pageDataIn(rejection).posted?.errors).toEqual({
      firstName: 'Please tell us your first name',
      email: 'Please enter a valid email address',
    });
  });
});

describe('the list', () => {
  test('is readable with a token for 30 minutes on every process, and by admins', async () => {
    const [older, newer] = [await subscribe(), await subscribe()];
    const { token, expiresAt } = await requestAccess();
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    const admin = await community.member({ role: 'admin' });
    for (const response of [
      await community.visitor.call(contract.listBookNotifications, {}, bearer(token)),
      await secondServer.visitor.call(contract.listBookNotifications, {}, bearer(token)),
      await (await community.member()).call(contract.listBookNotifications, {}, bearer(token)),
      await admin.call(contract.listBookNotifications, {}),
    ]) {
      expect(response.status).toBe(200);
      expect(response.body.slice(0, 2)).toEqual([newer, older]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  test('rejects an expired token', async () => {
    const { token, expiresAt } = await requestAccess();
    // `expiresAt` is in whole milliseconds, up to one before the end.
    const afterExpiry = performance.now() + Date.parse(expiresAt) - Date.now() + 1;
    vi.spyOn(performance, 'now').mockReturnValue(afterExpiry);
    const list = await community.visitor.call(contract.listBookNotifications, {}, bearer(token));
    vi.restoreAllMocks();
    expectProblem(list, 401, 'book_notifications.locked');
  });

  test('rejects invalid tokens and members without a token', async () => {
    const { id } = await subscribe();
    const { token } = await requestAccess();
    const [expiry = '', signature = ''] = token.split('.');
    const otherCode = await Community.open({
      environment: { BOOK_ACCESS_CODE: 'Second Edition' },
      sharesDatabaseWith: community,
    });
    cleanups.push(() => otherCode.close());
    const calls = [
      ...[
        {},
        { authorization: token },
        { authorization: `Basic ${token}` },
        bearer(''),
        bearer('made-up'),
        bearer(`${Number(expiry) + 60_000}.${signature}`),
        bearer(`${expiry}.${signature.slice(1)}A`),
        bearer(`${expiry}.`),
        bearer(`.${signature}`),
        bearer(`${token} ${token}`),
        bearer(`9${expiry}.${signature}`),
      ].map((headers) => ({ caller: community.visitor, headers })),
      { caller: otherCode.visitor, headers: bearer(token) },
      { caller: await community.member(), headers: {} },
      { caller: await community.member({ role: 'manager' }), headers: {} },
    ];
    for (const { caller, headers } of calls) {
      const list = await caller.call(contract.listBookNotifications, {}, headers);
      expectProblem(list, 401, 'book_notifications.locked');
      const deletion = await caller.call(contract.deleteBookNotification, { params: { id } }, headers);
      expectProblem(deletion, 401, 'book_notifications.locked');
    }
    const { body } = await community.visitor.call(contract.listBookNotifications, {}, bearer(token));
    expect(body.map((entry) => entry.id)).toContain(id);
  });

  test('deletes an entry once, and returns 404 for the second call', async () => {
    const { id } = await subscribe();
    const headers = bearer((await requestAccess()).token);
    const remove = () => community.visitor.call(contract.deleteBookNotification, { params: { id } }, headers);
    expect((await remove()).status).toBe(204);
    expectProblem(await remove(), 404, 'book_notifications.not_found');
    const admin = await community.member({ role: 'admin' });
    const unknownEntry = await admin.call(contract.deleteBookNotification, { params: { id: newId() } });
    expectProblem(unknownEntry, 404, 'book_notifications.not_found');
  });
});
