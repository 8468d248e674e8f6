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
import { call, type Kind, textOf } from './write.ts';

const idOfPhoto = (user: object): string =>
  /[\da-f-]{36}/.exec((user as { profileImageUrl?: string }).profileImageUrl ?? '')?.[0] ?? '';

const visitor = (key: string) => ({ firstName: 'Robin', lastName: 'Field', email: `${key}@newcomers.test` });

/** Other writes of members, and writes of visitors. */
export const memberKinds: Kind[] = [
  {
    name: 'message',
    weight: 10,
    make: ({ key, partner }) => ({
      ...call(messages.sendMessage, { body: { receiverId: partner.id, content: textOf(key), clientId: key } }),
      markKind: 'messages',
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
      return { ...listening, markKind: 'keys', mark: key, slot: key };
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
        markKind: 'attendances',
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
      const entry = call(journal.createJournalEntry, { body: { promptId, content: textOf(key) } });
      return { ...entry, markKind: 'entries', mark: key, slot: key };
    },
    onResponse(world, write, { id }) {
      const memberId = world.members[write.by ?? -1]?.id ?? '';
      world.itemsByMember.getOrInsertComputed(memberId, () => []).push({ kind: 'entry', id, slot: write.slot });
    },
  },
  {
    name: 'journal entry edit',
    weight: 3,
    make({ world, member, key }) {
      const entry = world.itemsByMember.get(member.id)?.findLast(({ kind }) => kind === 'entry');
      if (!entry) return undefined;
      const change = call(journal.updateJournalEntry, { params: { id: entry.id }, body: { content: textOf(key) } });
      return { ...change, markKind: 'entries', mark: key, slot: entry.slot };
    },
  },
  {
    name: 'connection request',
    weight: 3,
    make({ world, index, member }) {
      // The member after the next one, so that two members never send each other a request.
      const other = world.members[index + 2];
      if (!other) return undefined;
      return {
        ...call(connections.requestConnection, { body: { userId: other.id } }),
        markKind: 'connections',
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
      return { ...call(profiles.mute, { params: { userId } }), markKind: 'mutes', mark, slot: `mute ${mark}` };
    },
  },
  {
    name: 'block',
    weight: 2,
    make({ world, member, pick }) {
      const userId = pick(world.bystanders)?.id ?? '';
      const mark = `${member.id} ${userId}`;
      return { ...call(profiles.block, { params: { userId } }), markKind: 'blocks', mark, slot: `block ${mark}` };
    },
  },
  {
    name: 'unblock',
    weight: 1,
    make({ world, member, pick }) {
      const userId = pick(world.bystanders)?.id ?? '';
      const slot = `block ${member.id} ${userId}`;
      return { ...call(profiles.unblock, { params: { userId } }), markKind: 'blocks', mark: null, slot };
    },
  },
  {
    name: 'muted words',
    weight: 2,
    make: ({ member, key }) => ({
      ...call(profiles.updateMutedWords, { body: { words: [`w ${key}`] } }),
      markKind: 'mutedWords',
      mark: key,
      slot: `muted words ${member.id}`,
    }),
  },
  {
    name: 'profile',
    weight: 3,
    make: ({ member, key }) => ({
      ...call(profiles.updateProfile, { body: { bio: textOf(key) } }),
      markKind: 'profiles',
      mark: key,
      slot: `profile ${member.id}`,
    }),
  },
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
  {
    name: 'settings',
    weight: 3,
    make({ member, pick }) {
      const textSize = pick([90, 110, 125, 150] as const) ?? 110;
      return {
        ...call(profiles.updateSettings, { body: { textSize } }),
        markKind: 'settings',
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
        markKind: 'rhythms',
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
      markKind: 'waitlist',
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
      markKind: 'bookList',
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
      markKind: 'accounts',
      mark: key,
      slot: `account ${key}`,
    }),
  },
];
