import { randomUUID } from 'node:crypto';
import * as feed from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/profiles/schemas';
import { expect, test } from 'vitest';
import { bytesOf } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { block, comment, commentsSeenBy, feedOf, mute, idsIn, share, unmute } from '../../../test/hiding.ts';

const community = setUpCommunity();

const members = (count: number) => Promise.all(Array.from({ length: count }, () => community.current.member()));

test('the feed hides posts of a muted member; their profile, permalinks and comments stay visible', async () => {
  const [ana, ben, eva] = (await members(3)) as [Member, Member, Member];
  const [bensPost, evasPost] = [await share(ben), await share(eva)];
  const bensComment = await comment(ben, evasPost);
  expect((await mute(ana, ben)).status).toBe(204);
  expect(await feedOf(ana)).not.toContain(bensPost);
  expect(await feedOf(ana)).toContain(evasPost);
  expect(await feedOf(ana, { userId: ben.id })).toEqual([bensPost]);
  expect((await ana.call(feed.getPost, { params: { id: bensPost } })).status).toBe(200);
  expect(await commentsSeenBy(ana, evasPost)).toEqual([bensComment]);
  expect((await ana.call(contract.getProfile, { params: { id: ben.id } })).body.isMuted).toBe(true);

  await unmute(ana, ben);
  expect(await feedOf(ana)).toContain(bensPost);
  expect((await ana.call(contract.getProfile, { params: { id: ben.id } })).body.isMuted).toBe(false);
});

test('the muted member sees no difference', async () => {
  const [ana, ben] = (await members(2)) as [Member, Member];
  const anasPost = await share(ana);
  await mute(ana, ben);
  expect(await feedOf(ben)).toContain(anasPost);
  expect((await ben.call(contract.getProfile, { params: { id: ana.id } })).body.isMuted).toBe(false);
  expect(await idsIn(ben, contract.listMutes)).toEqual([]);
});

test('repeated mutes and unmutes change nothing, and the list starts with the latest mute', async () => {
  const [ana, ben, eva] = (await members(3)) as [Member, Member, Member];
  for (const other of [ben, eva, ben]) expect((await mute(ana, other)).status).toBe(204);
  expect(await idsIn(ana, contract.listMutes)).toEqual([eva.id, ben.id]);
  for (const other of [ben, ben, eva]) expect((await unmute(ana, other)).status).toBe(204);
  expect(await idsIn(ana, contract.listMutes)).toEqual([]);
});

test('a member who blocked the viewer cannot be muted and is not in the list', async () => {
  const [ana, ben, eva] = (await members(3)) as [Member, Member, Member];
  await mute(ana, eva);
  for (const other of [ben, eva]) await block(other, ana);
  const rejection = await mute(ana, ben);
  expect(rejection.status).toBe(404);
  expect(bytesOf(rejection)).toBe(bytesOf(await mute(ana, { id: randomUUID() })));
  expect(await idsIn(ana, contract.listMutes)).toEqual([]);
});
