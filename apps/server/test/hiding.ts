import * as feed from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/profiles/schemas';
import type { Member } from './community.ts';

export const block = (member: Member, other: { id: string }) =>
  member.call(contract.block, { params: { userId: other.id } });
export const unblock = (member: Member, other: { id: string }) =>
  member.call(contract.unblock, { params: { userId: other.id } });
export const mute = (member: Member, other: { id: string }) =>
  member.call(contract.mute, { params: { userId: other.id } });
export const unmute = (member: Member, other: { id: string }) =>
  member.call(contract.unmute, { params: { userId: other.id } });

export const share = async (member: Member) =>
  (await member.call(feed.createPost, { body: { content: 'A quiet day' } })).body.id;
export const comment = async (member: Member, postId: string) =>
  (await member.call(feed.createComment, { params: { id: postId }, body: { content: 'Thank you' } })).body.id;

export const feedOf = async (member: Member, query: { userId?: string } = {}) =>
  (await member.call(feed.listPosts, { query: { limit: 100, ...query } })).body.map(({ id }) => id);
export const commentsSeenBy = async (member: Member, postId: string) =>
  (await member.call(feed.listComments, { params: { id: postId } })).body.map(({ id }) => id);
export const idsIn = async (member: Member, list: typeof contract.listBlocks | typeof contract.listMutes) =>
  (await member.call(list, {})).body.map(({ id }) => id);
