import * as gratitude from '@commons/contract/gratitude/schemas';
import { mute } from '@commons/contract/profiles/schemas';
import * as wins from '@commons/contract/wins/schemas';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

const note = { content: 'For the smell of rain', positionX: 40, positionY: 30, rotation: -3 };
const walk = { title: 'A walk', content: 'Ten minutes', category: 'other' } as const;

// A mute hides posts from the feed only. Notes and wins stay visible, so their deletions must be published.
test('notes and wins of a muted member stay visible, and their deletions are published', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const noteId = (await ana.call(gratitude.createNote, { body: note })).body.id;
  const winId = (await ana.call(wins.createWin, { body: walk })).body.id;
  await ben.call(mute, { params: { userId: ana.id } });
  expect((await ben.call(gratitude.listNotes, {})).body.map(({ id }) => id)).toContain(noteId);
  expect((await ben.call(wins.listWins, {})).body.map(({ id }) => id)).toContain(winId);

  const liveClient = await community.current.connect(ben);
  await ana.call(gratitude.deleteNote, { params: { id: noteId } });
  await ana.call(wins.deleteWin, { params: { id: winId } });
  // Frames arrive in order, so this one comes after the deletions.
  await (await community.current.member()).call(gratitude.createNote, { body: note });
  expect(await liveClient.next('note.deleted', 'note.created')).toMatchObject({ type: 'note.deleted', noteId });
  expect(await liveClient.next('win.deleted', 'note.created')).toMatchObject({ type: 'win.deleted', winId });
  liveClient.close();
});
