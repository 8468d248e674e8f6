import { createBookNotification } from '@commons/contract/book-notifications/schemas';
import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import { answerEvent, createEvent, deleteEvent, renewCalendarSubscription } from '@commons/contract/events/schemas';
import { createComment, createPost, toggleLike } from '@commons/contract/feed/schemas';
import { createJournalEntry, createJournalPrompt } from '@commons/contract/journal/schemas';
import { createMeditation, trackListening } from '@commons/contract/meditations/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { guidelines } from '@commons/contract/moderation';
import { decideCase, listCases, type Guideline } from '@commons/contract/moderation/schemas';
import { votePoll } from '@commons/contract/polls/schemas';
import { block, mute, updateMutedWords } from '@commons/contract/profiles/schemas';
import { createRecommendation, toggleRecommendationLike } from '@commons/contract/recommendations/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { createWin, toggleCheer } from '@commons/contract/wins/schemas';
import { kindRoutes } from './authorization.ts';
import type { Community, Member } from './community.ts';
import { createContribution } from './kinds.ts';
import { noise, upload } from './pictures.ts';

/** Lets a member use every feature once, so that each table has a row about them. */
export async function createFullMember(community: Community, ana: Member): Promise<{ ben: Member; admin: Member }> {
  const [ben, admin] = [await community.member({ firstName: 'Ben' }), await community.member({ role: 'admin' })];
  for (const kind of Object.keys(kindRoutes)) await createContribution(kind, community, ana);
  const post = (await ben.call(createPost, { body: { content: 'A walk' } })).body;
  await ana.call(toggleLike, { params: post });
  await ana.call(createComment, { params: post, body: { content: 'How good' } });
  const poll = { options: ['Tea', 'Coffee'], days: 3 };
  const ownPost = (await ana.call(createPost, { body: { content: 'Rude words', poll } })).body;
  const [option] = ownPost.poll?.options ?? [];
  for (const voter of [ana, ben]) await voter.call(votePoll, { params: ownPost, body: { optionId: option?.id ?? '' } });
  await ben.call(toggleLike, { params: ownPost });
  await ben.call(createComment, { params: ownPost, body: { content: 'Oh' } });
  const win = (await ben.call(createWin, { body: { title: 'Up', content: 'Early', category: 'other' } })).body;
  await ana.call(toggleCheer, { params: win });
  const book = { type: 'book', title: 'Quiet', content: 'Good', link: null } as const;
  const recommendation = (await ben.call(createRecommendation, { body: book })).body;
  await ana.call(toggleRecommendationLike, { params: recommendation });

  await ana.call(requestConnection, { body: { userId: ben.id } });
  await ben.call(acceptConnection, { params: { userId: ana.id } });
  const photo = { name: 'walk.png', bytes: await noise(40, 40).png().toBuffer() };
  await upload(ana, '/api/auth/user/photo', photo);
  const { body } = await upload<{ id: string }>(ana, '/api/uploads/message-photos', photo, 'file');
  await ana.call(sendMessage, { body: { receiverId: ben.id, content: 'Look', photoId: body.id } });
  await ben.call(sendMessage, { body: { receiverId: ana.id, content: 'Lovely' } });
  await ana.call(block, { params: { userId: (await community.member()).id } });
  await (await community.member()).call(block, { params: { userId: ana.id } });
  await ana.call(mute, { params: { userId: (await community.member()).id } });
  await ana.call(updateMutedWords, { body: { words: ['diet'] } });

  const prompt = { prompt: 'What is good today?', categoryId: 1 };
  const promptId = (await admin.call(createJournalPrompt, { body: prompt })).body.id;
  await ana.call(createJournalEntry, { body: { promptId, content: 'My own words' } });
  const sound = { audioUrl: 'https://a.test/a.mp3', albumCoverUrl: null, duration: 60 };
  const rain = (await admin.call(createMeditation, { body: { title: 'Rain', description: 'Listen.', ...sound } })).body;
  await ana.call(trackListening, { params: rain, body: { secondsListened: 60, completed: true } });
  const schedule = { eventDate: '2099-05-01T10:00', timeZone: 'Europe/Berlin', location: null, imageUrl: null };
  const walk = { title: 'A walk', description: null, maxAttendees: 1, ...schedule };
  const event = (await admin.call(createEvent, { body: walk })).body;
  await ana.call(answerEvent, { params: event, body: { going: true } });
  await ben.call(answerEvent, { params: event, body: { going: true } });
  await ana.call(renewCalendarSubscription, {});
  const talk = (await admin.call(createEvent, { body: { ...walk, title: 'A talk' } })).body;
  await ana.call(answerEvent, { params: talk, body: { going: true } });
  await admin.call(deleteEvent, { params: talk });

  const report = { reason: 'hate', note: 'Please look' } as const;
  await ana.call(createReport, { body: { subjectType: 'post', subjectId: post.id, ...report } });
  await ben.call(createReport, { body: { subjectType: 'member', subjectId: ana.id, ...report } });
  await ben.call(createReport, { body: { subjectType: 'post', subjectId: ownPost.id, ...report } });
  const cases = (await admin.call(listCases, { query: { limit: 100 } })).body;
  const reason = Object.keys(guidelines)[0] as Guideline;
  for (const moderationCase of cases.filter(({ subjectId }) => subjectId === ownPost.id))
    await admin.call(decideCase, { params: moderationCase, body: { action: 'warn', note: 'Kindly', reason } });
  const visitor = { firstName: 'Ana', lastName: 'Lund', email: ana.email };
  await community.visitor.call(joinWaitlist, { body: { ...visitor, message: 'Hello' } });
  await community.visitor.call(createBookNotification, { body: visitor });
  return { ben, admin };
}
