import type { Problem } from '@commons/contract/problem/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { describe, expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { pageDataIn, post, setUpCommunityWithPages } from '../../../test/web-build.ts';

const community = setUpCommunity();
const ana = { firstName: ' Ana ', lastName: 'Lund', email: 'Ana@Example.org ' };

describe('joining the waitlist', () => {
  test('a visitor joins once; any spelling of the same email is rejected', async () => {
    const joined = await community.current.visitor.call(joinWaitlist, { body: { ...ana, message: '' } });
    expect(joined).toMatchObject({
      status: 201,
      body: { firstName: 'Ana', lastName: 'Lund', email: 'ana@example.org', message: null },
    });
    const repeated = await community.current.visitor.call(joinWaitlist, { body: { ...ana, email: 'ANA@example.ORG' } });
    expect(repeated.status).toBe(409);
    expect((repeated.body as unknown as Problem).detail).toContain('This email already exists');
  });

  test('twenty concurrent requests with one email create one entry', async () => {
    const body = { ...ana, email: 'ben@example.org' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => community.current.visitor.call(joinWaitlist, { body })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test.for([
    { ...ana, email: 'not an email' },
    { ...ana, firstName: '  ' },
    { ...ana, lastName: undefined },
    { ...ana, message: 'a'.repeat(1_001) },
  ])('rejects %j', async (body) => {
    const rejected = await community.current.visitor.send<Problem>('POST', '/api/waitlist', { body });
    expect(rejected.status).toBe(400);
    expect(rejected.body.errors).toHaveLength(1);
  });
});

describe('joining the waitlist without JavaScript', () => {
  const communityWithPages = setUpCommunityWithPages();

  test('shows a thank-you with the name, or an error with the submitted values for a repeated email', async () => {
    const joined = await post(communityWithPages.current.visitor, '/waitlist', { ...ana, message: '' });
    expect(joined.status).toBe(200);
    expect(pageDataIn(joined)).toMatchObject({
      path: '/waitlist',
      posted: { values: { firstName: ' Ana ' }, isDone: true },
    });
    const repeated = await post(communityWithPages.current.visitor, '/waitlist', { ...ana, message: 'Once more' });
    expect(repeated.status).toBe(409);
    expect(pageDataIn(repeated).posted).toMatchObject({
      values: { message: 'Once more' },
      failure: { code: 'waitlist.email_exists' },
    });
  });
});
