import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../src/community/members/users.tables.ts';
import { authorizations, type Cell, callPartsOf, readRows } from './authorization.ts';
import { Community, type Member } from './community.ts';
import { collectRoutes } from './routes.ts';
import { type CallerName, openScenes, type Scene } from './scene.ts';

/** The authorization table: every route is called by each caller, on new data. */
const cells = authorizations.flatMap(({ rows }) => readRows(rows));

const routesOf = (table: Cell[]) => [...new Set(table.map(({ method, path }) => `${method} ${path}`))].toSorted();

/** Leaves out HEAD routes, which exist for every GET route. */
const withoutHead = (routes: string[]) => routes.filter((route) => !route.startsWith('HEAD ')).toSorted();

let community: Community;
let routes: string[];
let sceneOf: (caller: CallerName) => Scene;

beforeAll(async () => {
  ({ opened: community, routes } = await collectRoutes(() => Community.open()));
  sceneOf = await openScenes(community);
});
afterAll(() => community.close());

async function requestStatus({ method, path, caller }: Cell): Promise<number> {
  const scene = sceneOf(caller);
  const member = caller === 'anonymous' ? undefined : await scene.member(caller);
  if (path === '/ws') return openSocket(member);
  const { path: address, ...callParts } = await callPartsOf(method, path, scene);
  return (await (member ?? community.visitor).send(method, address, callParts)).status;
}

async function openSocket(member: Member | undefined): Promise<number> {
  try {
    const client = await community.connect(member ?? { cookie: '' });
    client.close();
    return 101;
  } catch (error) {
    return Number(/Unexpected server response: (\d+)/.exec(String(error))?.[1]);
  }
}

describe('the authorization table', () => {
  test('lists every route of the server', () => {
    expect(routesOf(cells)).toEqual(withoutHead(routes));
  });

  test('a suspended member has access to the routes of visitors and the routes listed here only', async () => {
    const member = await community.member();
    const until = new Date(Date.now() + 60 * 60 * 1000);
    await community.db
      .update(users)
      .set({ suspendedUntil: until, suspensionReason: 'Spam' })
      .where(eq(users.id, member.id));
    const forVisitors = cells.filter(({ caller, status }) => caller === 'anonymous' && status !== 401);
    const publicRoutes = new Set(routesOf(forVisitors));
    const rejectedRoutes: string[] = [];
    for (const route of routesOf(cells)) {
      const [method, path] = route.split(' ') as [Cell['method'], string];
      if (publicRoutes.has(route) || path === '/ws') continue;
      const address = path.replaceAll(/:\w+/g, member.id);
      const { status, body } = await member.send<{ type?: string }>(method, address);
      // With an access code, they count as a visitor without one.
      if (status === 401 || (status === 403 && body.type === 'urn:problem:request.suspended'))
        rejectedRoutes.push(route);
    }
    expect(
      new Set(routesOf(cells).filter((route) => !publicRoutes.has(route) && !rejectedRoutes.includes(route))),
    ).toEqual(
      new Set([
        'GET /api/auth/suspension',
        'GET /api/decisions',
        'GET /api/decisions/new-count',
        'POST /api/decisions/seen',
        'POST /api/appeals',
        'GET /api/account/export',
        'DELETE /api/account',
        // The second step of signing in. Without the first step, they count as a visitor.
        'POST /api/auth/sign-in/code',
        'POST /sign-in-code',
        'GET /ws',
      ]),
    );
  });

  test('a member without consent reads as before, but writes only with public routes and the routes listed here', async () => {
    const member = await community.member({ guidelinesVersion: null });
    const openRoutes: string[] = [];
    const refusedReads: string[] = [];
    for (const route of routesOf(cells)) {
      const [method, path] = route.split(' ') as [Cell['method'], string];
      if (path === '/ws' || cells.find((cell) => `${cell.method} ${cell.path}` === route)?.status !== 401) continue;
      // Some calls end the session.
      const headers = { cookie: await community.signIn(member.id) };
      const address = path.replaceAll(/:\w+/g, member.id);
      const response = await community.visitor.send<{ type?: string }>(method, address, { headers });
      const isRefused = response.status === 403 && response.body.type === 'urn:problem:request.consent_needed';
      if (method === 'GET' && isRefused) refusedReads.push(route);
      // Roles are checked first.
      if (method !== 'GET' && !isRefused && response.status !== 403) openRoutes.push(route);
    }
    expect(refusedReads).toEqual([]);
    expect(openRoutes.toSorted()).toEqual([
      'DELETE /api/account',
      'DELETE /api/account/consent',
      'DELETE /api/auth/sessions',
      'POST /api/account/consent',
      'POST /api/appeals',
      // The second step of signing in.
      'POST /api/auth/sign-in/code',
      'POST /api/decisions/seen',
      'POST /sign-in-code',
    ]);
  });

  test.for(cells)('$method $path by $caller: $status', async (cell) => {
    expect(await requestStatus(cell)).toBe(cell.status);
  });

  // The framework adds a HEAD route to each GET route, with the same checks.
  const byMember = cells.filter(
    ({ method, path, caller }) => method === 'GET' && path !== '/ws' && caller === 'member',
  );
  test.for(byMember)('HEAD $path by $caller: $status, as GET', async (cell) => {
    expect(await requestStatus({ ...cell, method: 'HEAD' })).toBe(cell.status);
  });
});
