import { callPartsOf, kindRoutes } from './authorization.ts';
import type { Community, Member } from './community.ts';
import { type Method, openScenes } from './scene.ts';

type ContributionList = { body: { id: string; isAwaitingReview: boolean }[] };

/** A contribution, with a function that reads the list in which it appears. */
export type CreatedContribution = { id: string; text: string; list: (reader: Member) => Promise<ContributionList> };

/** Creates a contribution with the call of its authorization table, on a subject of another member if it needs one. */
export async function createContribution(
  kind: string,
  community: Community,
  author: Member,
): Promise<CreatedContribution> {
  const [method = '', route = ''] = kindRoutes[kind]?.split(' ') ?? [];
  const scene = (await openScenes(community))('member');
  const { path, body } = await callPartsOf(method as Method, route, scene);
  const { id } = (await author.send<{ id: string }>('POST', path, { body })).body;
  const list = route.includes(':') ? path : (await callPartsOf('GET', route, scene)).path;
  const page = `${list}${list.includes('?') ? '&' : '?'}limit=100`;
  return { id, text: (body as { content: string }).content, list: (reader) => reader.send('GET', page) };
}
