import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import * as contract from '@commons/contract/messages/schemas';
import type { Community, Member } from './community.ts';

/** Creates two connected members. */
export async function connectedPair(community: Community): Promise<{ ana: Member; ben: Member }> {
  const ana = await community.member({ firstName: 'Ana', lastName: 'Lund' });
  const ben = await community.member({ firstName: 'Ben', lastName: 'Marsh' });
  await connectMembers(ana, ben);
  return { ana, ben };
}

export async function connectMembers(one: Member, other: Member): Promise<void> {
  await one.call(requestConnection, { body: { userId: other.id } });
  await other.call(acceptConnection, { params: { userId: one.id } });
}

export const write = (from: Member, to: Member, content: string, options: { clientId?: string } = {}) =>
  from.call(contract.sendMessage, { body: { receiverId: to.id, content, ...options } });

export const readMessages = async (member: Member, other: Member): Promise<contract.Message[]> =>
  (await member.call(contract.listMessages, { query: { userId: other.id, limit: 100 } })).body;

export const conversationsOf = async (member: Member, query: { kind?: 'requests'; q?: string } = {}) =>
  (await member.call(contract.listConversations, { query })).body;

export const unreadOf = async (member: Member) => (await member.call(contract.getUnreadCount, {})).body.count;
