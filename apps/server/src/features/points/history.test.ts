import * as feed from '@commons/contract/feed/schemas';
import { createNote } from '@commons/contract/gratitude/schemas';
import { pointsReasons } from '@commons/contract/points';
import { listPointsHistory } from '@commons/contract/points/schemas';
import { createWin, deleteWin } from '@commons/contract/wins/schemas';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { features } from '../../app.ts';
import { award } from './points.ledger.ts';

const community = setUpCommunity();

const historyOf = async (member: Member) => (await member.call(listPointsHistory, { query: { limit: 100 } })).body;

test('a member reads their awards and reversals, latest first', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const { id } = (await ana.call(feed.createPost, { body: { content: 'Good morning' } })).body;
  await ana.call(feed.createComment, { params: { id }, body: { content: 'And good night' } });
  await ana.call(createNote, { body: { content: 'Rain', positionX: 20, positionY: 20, rotation: 0 } });
  const win = { title: 'A walk', content: 'Ten minutes', category: 'other' } as const;
  const { id: winId } = (await ana.call(createWin, { body: win })).body;
  await ana.call(deleteWin, { params: { id: winId } });
  await community.current.work(async (work) => {
    await award(work, { memberId: ana.id, kind: 'listening', occasion: 'm1', points: 2, seconds: 130 });
  });
  const rows = await historyOf(ana);
  expect(rows.map(({ kind, points, seconds, isTakenBack }) => ({ kind, points, seconds, isTakenBack }))).toEqual([
    { kind: 'listening', points: 2, seconds: 130, isTakenBack: false },
    { kind: 'win', points: -1, seconds: 0, isTakenBack: true },
    { kind: 'win', points: 1, seconds: 0, isTakenBack: false },
    { kind: 'note', points: 1, seconds: 0, isTakenBack: false },
    { kind: 'comment', points: 1, seconds: 0, isTakenBack: false },
    { kind: 'post', points: 1, seconds: 0, isTakenBack: false },
  ]);
  expect(await historyOf(ben)).toEqual([]);
});

test('every kind of contribution with points has a label', () => {
  const kinds = features.flatMap(({ contributions = [] }) => contributions).filter(({ points }) => points > 0);
  expect(kinds.map(({ name }) => name).filter((name) => !(name in pointsReasons))).toEqual([]);
});
