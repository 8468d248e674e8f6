import type { Problem } from '@commons/contract/problem';
import { joinWaitlist } from '@commons/contract/waitlist';
import { describe, expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();
const ana = { firstName: ' Ana ', lastName: 'Lund', email: 'Ana@Example.org ' };

describe('joining the waitlist', () => {
  test('a visitor joins; the same email, however it is written, is told so', async () => {
    const joined = await community.current.visitor.call(joinWaitlist, { body: { ...ana, message: '' } });
    expect(joined).toMatchObject({
      status: 201,
      body: { firstName: 'Ana', lastName: 'Lund', email: 'ana@example.org', message: null },
    });
    const again = await community.current.visitor.call(joinWaitlist, { body: { ...ana, email: 'ANA@example.ORG' } });
    expect(again.status).toBe(409);
    expect((again.body as unknown as Problem).detail).toContain('This email already exists');
  });

  test('twenty at once with one email are one entry', async () => {
    const body = { ...ana, email: 'ben@example.org' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => community.current.visitor.call(joinWaitlist, { body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test.for([
    { ...ana, email: 'not an email' },
    { ...ana, firstName: '  ' },
    { ...ana, lastName: undefined },
    { ...ana, message: 'a'.repeat(1_001) },
    { ...ana, id: '01a1f8b0-1842-784d-8a93-e722f3082526' },
  ])('refuses %j', async (body) => {
    const refused = await community.current.visitor.send<Problem>('POST', '/api/waitlist', { body });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toHaveLength(1);
  });
});
