import { signUp } from '@commons/contract/auth/schemas';
import { createBookNotification } from '@commons/contract/book-notifications/schemas';
import * as connections from '@commons/contract/connections/schemas';
import { answerEvent } from '@commons/contract/events/schemas';
import * as journal from '@commons/contract/journal/schemas';
import { uploadProfilePhoto } from '@commons/contract/media/schemas';
import { trackListening } from '@commons/contract/meditations/schemas';
import * as messages from '@commons/contract/messages/schemas';
import { readNotifications, updateNotificationSettings } from '@commons/contract/notifications/schemas';
import * as profiles from '@commons/contract/profiles/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { call, type Kind, wordsOf } from './write.ts';

const idOfPhoto = (user: object): string =>
  /[\da-f-]{36}/.exec((user as { profileImageUrl?: string }).profileImageUrl ?? '')?.[0] ?? '';

const visitor = (key: string) => ({ firstName: 'Robin', lastName: 'Field', email: `${key}@newcomers.test` });

/** Other writes of members, and writes of visitors. */
export const memberKinds: Kind[] = [
  {
    name: 'message',
    weight: 10,
    make: ({ key, partner }) => ({
      ...call(messages.sendMessage, { body: { receiverId: partner.id, content: wordsOf(key), clientId: key } }),
      keptIn: 'messages',
      mark: key,
      slot: key,
    }),
  },
  {
    name: 'messages read',
    weight: 4,
    make: ({ key, partner }) => ({ ...call(messages.markRead, { body: { userId: partner.id } }), slot: key }),
  },
  {
    name: 'listening',
    weight: 6,
    make({ world, key, pick }) {
      const params = { id: pick(world.meditations) ?? '' };
      const listening = call(trackListening, { params, body: { secondsListened: 61, completed: false } });
      return { ...listening, keptIn: 'keys', mark: key, slot: key };
    },
  },
  {
    name: 'event answer',
    weight: 6,
    make({ world, member, pick }) {
      const id = pick(world.events) ?? '';
      const going = pick([true, true, false]) ?? true;
      return {
        ...call(answerEvent, { params: { id }, body: { going } }),
        keptIn: 'attendances',
        mark: going ? `${id} ${member.id}` : null,
        slot: `event ${id} ${member.id}`,
      };
    },
  },
  {
    name: 'journal entry',
    weight: 5,
    make({ world, key, pick }) {
      const promptId = pick(world.prompts);
      if (!promptId) return undefined;
      const entry = call(journal.createJournalEntry, { body: { promptId, content: wordsOf(key) } });
      return { ...entry, keptIn: 'entries', mark: key, slot: key };
    },
    learn(world, write, { id }) {
      const memberId = world.members[write.by ?? -1]?.id ?? '';
      world.own.getOrInsertComputed(memberId, () => []).push({ kind: 'entry', id, slot: write.slot });
    },
  },
  {
    name: 'journal entry edit',
    weight: 3,
    make({ world, member, key }) {
      const entry = world.own.get(member.id)?.findLast(({ kind }) => kind === 'entry');
      if (!entry) return undefined;
      const change = call(journal.updateJournalEntry, { params: { id: entry.id }, body: { content: wordsOf(key) } });
      return { ...change, keptIn: 'entries', mark: key, slot: entry.slot };
    },
  },
  {
    name: 'connection request',
    weight: 3,
    make({ world, index, member }) {
      // The member two places further on, so that two members never ask each other.
      const other = world.members[index + 2];
      if (!other) return undefined;
      return {
        ...call(connections.requestConnection, { body: { userId: other.id } }),
        keptIn: 'connections',
        mark: `${member.id} ${other.id} requested`,
        slot: `connection ${member.id} ${other.id}`,
      };
    },
  },
  {
    name: 'mute',
    weight: 2,
    make({ world, member, pick }) {
      const userId = pick(world.bystanders)?.id ?? '';
      const mark = `${member.id} ${userId}`;
      return { ...call(profiles.mute, { params: { userId } }), keptIn: 'mutes', mark, slot: `mute ${mark}` };
    },
  },
  {
    name: 'block',
    weight: 2,
    make({ world, member, pick }) {
      const userId = pick(world.bystanders)?.id ?? '';
      const mark = `${member.id} ${userId}`;
      return { ...call(profiles.block, { params: { userId } }), keptIn: 'blocks', mark, slot: `block ${mark}` };
    },
  },
  {
    name: 'unblock',
    weight: 1,
    make({ world, member, pick }) {
      const userId = pick(world.bystanders)?.id ?? '';
      const slot = `block ${member.id} ${userId}`;
      return { ...call(profiles.unblock, { params: { userId } }), keptIn: 'blocks', mark: null, slot };
    },
  },
  {
    name: 'muted words',
    weight: 2,
    make: ({ member, key }) => ({
      ...call(profiles.updateMutedWords, { body: { words: [`w ${key}`] } }),
      keptIn: 'mutedWords',
      mark: key,
      slot: `muted words ${member.id}`,
    }),
  },
  {
    name: 'profile',
    weight: 3,
    make: ({ member, key }) => ({
      ...call(profiles.updateProfile, { body: { bio: wordsOf(key) } }),
      keptIn: 'profiles',
      mark: key,
      slot: `profile ${member.id}`,
    }),
  },
  {
    name: 'profile photo',
    weight: 1,
    make: ({ member }) => ({
      ...call(uploadProfilePhoto, {}),
      pictureIn: 'photo',
      keptIn: 'photos',
      slot: `photo ${member.id}`,
    }),
    learn(_, write, answer) {
      write.mark = idOfPhoto(answer);
    },
  },
  {
    name: 'settings',
    weight: 3,
    make({ member, pick }) {
      const textSize = pick([90, 110, 125, 150] as const) ?? 110;
      return {
        ...call(profiles.updateSettings, { body: { textSize } }),
        keptIn: 'settings',
        mark: `${member.id} ${textSize}`,
        slot: `settings ${member.id}`,
      };
    },
  },
  {
    name: 'notification settings',
    weight: 2,
    make({ member, pick }) {
      const digest = pick(['off', 'daily', 'weekly'] as const) ?? 'off';
      return {
        ...call(updateNotificationSettings, { body: { digest } }),
        keptIn: 'rhythms',
        mark: `${member.id} ${digest}`,
        slot: `rhythm ${member.id}`,
      };
    },
  },
  {
    name: 'notifications read',
    weight: 3,
    make: ({ key }) => ({ ...call(readNotifications, { body: {} }), slot: key }),
  },
  {
    name: 'waitlist entry',
    weight: 1,
    isByVisitor: true,
    make: ({ key }) => ({
      ...call(joinWaitlist, { body: visitor(key) }),
      keptIn: 'waitlist',
      mark: key,
      slot: `waitlist ${key}`,
    }),
  },
  {
    name: 'book notification',
    weight: 1,
    isByVisitor: true,
    make: ({ key }) => ({
      ...call(createBookNotification, { body: visitor(key) }),
      keptIn: 'bookList',
      mark: key,
      slot: `book ${key}`,
    }),
  },
  {
    name: 'sign-up',
    weight: 1,
    isByVisitor: true,
    make: ({ key }) => ({
      ...call(signUp, { body: { ...visitor(key), password: 'breathe in, breathe out', isAdult: true } }),
      keptIn: 'accounts',
      mark: key,
      slot: `account ${key}`,
    }),
  },
];
