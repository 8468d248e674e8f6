import { partsOf } from './authorization.ts';
import type { Answer, Caller } from './caller.ts';
import type { Community } from './community.ts';
import { creatingEndpoints } from './contract-endpoints.ts';
import { openScenes } from './scene.ts';

/** A call that creates something, ready to be made once or many times; a server beside the first can be asked, too. */
export type CreatingCall = (headers?: Record<string, string>, beside?: Community) => Promise<Answer<unknown>>;

/** Those that answer 200 create something, too: an account, and a picture that takes the place of another. */
export const pathsOfCreatingCalls = [
  ...creatingEndpoints().map(({ path }) => path),
  '/api/auth/user/photo',
  '/api/auth/sign-up/email',
].filter((path, index, all) => all.indexOf(path) === index);

/** Prepares one creating call of a new member, right in everything, as its feature says. */
export async function prepareCreatingCall(community: Community, path: string): Promise<CreatingCall> {
  const scene = (await openScenes(community))('member');
  const parts = await partsOf('POST', path.replaceAll(/\{(\w+)\}/g, ':$1'), scene);
  const { path: address, body, headers: own } = parts;
  const { cookie } = await scene.member('member');
  return (headers = {}, at = community) => {
    const caller: Caller = at.visitor;
    return caller.send('POST', address, { body, headers: { cookie, ...own, ...headers } });
  };
}
