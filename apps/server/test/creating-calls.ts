import { authorizations, callPartsOf, readRows } from './authorization.ts';
import type { ApiResponse, Caller } from './caller.ts';
import type { Community } from './community.ts';
import { creatingEndpoints } from './contract-endpoints.ts';
import { openScenes } from './scene.ts';

/** A prepared call that creates something. It can be made several times and to another server process. */
export type CreatingCall = (
  headers?: Record<string, string>,
  secondServer?: Community,
) => Promise<ApiResponse<unknown>>;

/** Also includes calls that create something but answer 200: an account, and a replaced profile photo. */
export const pathsOfCreatingCalls = [
  ...creatingEndpoints().map(({ path }) => path),
  '/api/auth/user/photo',
  '/api/auth/sign-up/email',
].filter((path, index, all) => all.indexOf(path) === index);

const cells = authorizations.flatMap(({ rows }) => readRows(rows));

/** Prepares a valid creating call of a new member or admin, as its feature declares. */
export async function prepareCreatingCall(community: Community, path: string): Promise<CreatingCall> {
  const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const byMember = cells.find((cell) => cell.method === 'POST' && cell.path === route && cell.caller === 'member');
  const caller = byMember?.status === 403 ? 'admin' : 'member';
  const scene = (await openScenes(community))(caller);
  const { path: address, body, headers: ownHeaders } = await callPartsOf('POST', route, scene);
  const { cookie } = await scene.member(caller);
  return (headers = {}, server = community) => {
    const visitor: Caller = server.visitor;
    return visitor.send('POST', address, { body, headers: { cookie, ...ownHeaders, ...headers } });
  };
}
