import { setUserFlag } from '@commons/contract/admin/schemas';
import { signUp } from '@commons/contract/auth/schemas';
import { createBookNotification } from '@commons/contract/book-notifications/schemas';
import * as connections from '@commons/contract/connections/schemas';
import { answerEvent, createEvent } from '@commons/contract/events/schemas';
import * as journal from '@commons/contract/journal/schemas';
import { createBook, createPodcast } from '@commons/contract/library/schemas';
import { uploadProfilePhoto } from '@commons/contract/media/schemas';
import { trackListening } from '@commons/contract/meditations/schemas';
import * as messages from '@commons/contract/messages/schemas';
import { removeAsModerator } from '@commons/contract/moderation/schemas';
import { readNotifications, updateNotificationSettings } from '@commons/contract/notifications/schemas';
import * as profiles from '@commons/contract/profiles/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { addItem, assignment, call, change, creation, type Kind, textOf } from './write.ts';

const idOfPhoto = (user: object): string =>
  /[\da-f-]{36}/.exec((user as { profileImageUrl?: string }).profileImageUrl ?? '')?.[0] ?? '';

const newcomer = (key: string) => ({ firstName: 'Robin', lastName: 'Field', email: `${key}@newcomers.test` });
const password = 'breathe in, breathe out';
const link = 'https://books.test/quiet';

/** Other writes of members. */
const memberKinds: Kind[] = [
  creation('message', 10, 'messages', ({ key, partner }) =>
    call(messages.sendMessage, { body: { receiverId: partner.id, content: textOf(key), clientId: key } }),
  ),
  {
    name: 'messages read',
    weight: 4,
    make: ({ key, partner }) => ({ ...call(messages.markRead, { body: { userId: partner.id } }), slot: key }),
  },
  creation('listening', 6, 'keys', ({ world, pick }) =>
    call(trackListening, {
      params: { id: pick(world.meditations) ?? '' },
      body: { secondsListened: 61, completed: false },
    }),
  ),
  assignment('event answer', 6, 'attendances', ({ world, member, pick }) => {
    const id = pick(world.events) ?? '';
    const going = pick([true, true, false]) ?? true;
    const subject = `${id} ${member.id}`;
    return { request: call(answerEvent, { params: { id }, body: { going } }), subject, mark: going ? subject : null };
  }),
  creation(
    'journal entry',
    5,
    'entries',
    ({ world, key, pick }) => {
      const promptId = pick(world.prompts);
      return promptId ? call(journal.createJournalEntry, { body: { promptId, content: textOf(key) } }) : undefined;
    },
    { onResponse: (world, write, { id }) => addItem(world, write, { kind: 'entry', id }) },
  ),
  change('journal entry edit', 3, 'entries', {
    item: 'entry',
    request: ({ id }, { key }) => call(journal.updateJournalEntry, { params: { id }, body: { content: textOf(key) } }),
  }),
  assignment('connection request', 3, 'connections', ({ world, index, member }) => {
    // The member after the next one, so that two members never send each other a request.
    const other = world.members[index + 2];
    if (!other) return undefined;
    const subject = `${member.id} ${other.id}`;
    const request = call(connections.requestConnection, { body: { userId: other.id } });
    return { request, subject, mark: `${subject} requested` };
  }),
  assignment('mute', 2, 'mutes', ({ world, member, pick }) => {
    const userId = pick(world.bystanders)?.id ?? '';
    const mark = `${member.id} ${userId}`;
    return { request: call(profiles.mute, { params: { userId } }), subject: mark, mark };
  }),
  assignment('block', 2, 'blocks', ({ world, member, pick }) => {
    const userId = pick(world.bystanders)?.id ?? '';
    const mark = `${member.id} ${userId}`;
    return { request: call(profiles.block, { params: { userId } }), subject: mark, mark };
  }),
  assignment('unblock', 1, 'blocks', ({ world, member, pick }) => {
    const userId = pick(world.bystanders)?.id ?? '';
    return { request: call(profiles.unblock, { params: { userId } }), subject: `${member.id} ${userId}`, mark: null };
  }),
  assignment('muted words', 2, 'mutedWords', ({ member, key }) => {
    const request = call(profiles.updateMutedWords, { body: { words: [`w ${key}`] } });
    return { request, subject: member.id, mark: key };
  }),
  assignment('profile', 3, 'profiles', ({ member, key }) => {
    const request = call(profiles.updateProfile, { body: { bio: textOf(key) } });
    return { request, subject: member.id, mark: key };
  }),
  {
    name: 'profile photo',
    weight: 1,
    make: ({ member }) => ({
      ...call(uploadProfilePhoto, {}),
      pictureField: 'photo',
      markKind: 'photos',
      slot: `photo ${member.id}`,
    }),
    onResponse(_, write, user) {
      write.mark = idOfPhoto(user);
    },
  },
  assignment('settings', 3, 'settings', ({ member, pick }) => {
    const textSize = pick([90, 110, 125, 150] as const) ?? 110;
    const request = call(profiles.updateSettings, { body: { textSize } });
    return { request, subject: member.id, mark: `${member.id} ${textSize}` };
  }),
  assignment('notification settings', 2, 'digests', ({ member, pick }) => {
    const digest = pick(['off', 'daily', 'weekly'] as const) ?? 'off';
    const request = call(updateNotificationSettings, { body: { digest } });
    return { request, subject: member.id, mark: `${member.id} ${digest}` };
  }),
  {
    name: 'notifications read',
    weight: 3,
    make: ({ key }) => ({ ...call(readNotifications, { body: {} }), slot: key }),
  },
];

const visitorKinds: Kind[] = [
  creation('waitlist entry', 1, 'waitlist', ({ key }) => call(joinWaitlist, { body: newcomer(key) }), {
    caller: 'visitor',
  }),
  creation('book notification', 1, 'bookList', ({ key }) => call(createBookNotification, { body: newcomer(key) }), {
    caller: 'visitor',
  }),
  creation(
    'sign-up',
    1,
    'accounts',
    ({ key }) => call(signUp, { body: { ...newcomer(key), password, isAdult: true } }),
    {
      caller: 'visitor',
    },
  ),
];

const admin = { caller: 'admin' } as const;
const adminKinds: Kind[] = [
  creation(
    'event',
    1,
    'events',
    ({ key }) => call(createEvent, { body: { title: textOf(key), eventDate: '2099-05-01T10:00:00Z' } }),
    admin,
  ),
  creation(
    'journal prompt',
    1,
    'prompts',
    ({ key }) => call(journal.createJournalPrompt, { body: { prompt: textOf(key) } }),
    {
      ...admin,
      onResponse: (world, _, { id }) => void world.prompts.push(id),
    },
  ),
  creation(
    'book',
    1,
    'library',
    ({ key }) => call(createBook, { body: { title: textOf(key), author: 'Robin Field', buyLink: link } }),
    admin,
  ),
  creation(
    'podcast',
    1,
    'library',
    ({ key }) => call(createPodcast, { body: { title: textOf(key), podcastLink: link } }),
    admin,
  ),
  assignment(
    'flag',
    1,
    'flags',
    ({ world, pick }) => {
      const userId = pick(world.bystanders)?.id ?? '';
      const flagged = pick([true, false]) ?? true;
      const request = call(setUserFlag, { params: { userId }, body: { flagged } });
      return { request, subject: userId, mark: flagged ? `${userId} flagged` : null };
    },
    admin,
  ),
  creation(
    'removal by a moderator',
    1,
    'keys',
    ({ world }) => {
      // Removed from the list, so that no later write refers to it.
      const post = world.posts.length > 20 ? world.posts.shift() : undefined;
      return post && call(removeAsModerator, { body: { subjectType: 'post', subjectId: post.id, reason: 'be_kind' } });
    },
    admin,
  ),
];

export const otherKinds: Kind[] = [...memberKinds, ...visitorKinds, ...adminKinds];
