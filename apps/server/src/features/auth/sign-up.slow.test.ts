import { signIn, signUp } from '@commons/contract/auth/schemas';
import { test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';

const community = setUpCommunity();

test.for(['users', 'accounts', 'sessions'])('while %s is locked, sign-up and sign-in get a 503', async (table) => {
  const server = await Community.open({ beside: community.current, patience: 1 });
  await server.member();
  const ana = newcomer();
  await server.visitor.call(signUp, { body: ana });
  const holder = await server.db.$client.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
  const answer =
    table === 'sessions'
      ? await server.visitor.call(signIn, { body: { email: ana.email, password: ana.password } })
      : await server.visitor.call(signUp, { body: newcomer() });
  await holder.query('ROLLBACK');
  holder.release();
  await server.close();
  expectProblem(answer, 503, 'server.unavailable');
});
