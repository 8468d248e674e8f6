import { signIn, signUp } from '@commons/contract/auth/schemas';
import { test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';

const community = setUpCommunity();

test.for(['users', 'accounts', 'sessions'])(
  'returns 503 for sign-up or sign-in while the table %s is locked',
  async (table) => {
    const server = await Community.open({ sharesDatabaseWith: community.current, timeoutFactor: 1 });
    await server.member();
    const ana = newcomer();
    await server.visitor.call(signUp, { body: ana });
    const lockHolder = await server.db.$client.connect();
    await lockHolder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    const response =
      table === 'sessions'
        ? await server.visitor.call(signIn, { body: { email: ana.email, password: ana.password } })
        : await server.visitor.call(signUp, { body: newcomer() });
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
    await server.close();
    expectProblem(response, 503, 'server.unavailable');
  },
);
