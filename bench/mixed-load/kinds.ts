import { signUp } from '@commons/contract/auth/schemas';
import { requestConnection } from '@commons/contract/connections/schemas';
import { answerEvent, createEvent } from '@commons/contract/events/schemas';
import * as feed from '@commons/contract/feed/schemas';
import { createJournalEntry, createJournalPrompt, updateJournalEntry } from '@commons/contract/journal/schemas';
import { uploadImage, uploadProfilePhoto } from '@commons/contract/media/schemas';
import { createMeditationComment, trackListening } from '@commons/contract/meditations/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { removeAsModerator } from '@commons/contract/moderation/schemas';
import { votePoll } from '@commons/contract/polls/schemas';
import { block, unblock, updateProfile } from '@commons/contract/profiles/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import { oneOf } from '../lib/random.ts';
import { addItem, assignment, call, change, creation, type Kind, removeItem, textOf, type Turn } from './write.ts';

/** Every eighth post may be changed or deleted by its author, so other members do not use it. */
const isReservedForAuthor = (key: string): boolean => Number.parseInt(key.slice(0, 2), 16) % 8 === 0;

const text = ({ key }: Turn) => ({ content: textOf(key) });
const poll = { options: ['Every day', 'Sometimes', 'Not yet'], days: 7 };
const newcomer = (key: string) => ({ firstName: 'Robin', lastName: 'Field', email: `${key}@newcomers.test` });
const password = 'breathe in, breathe out';
const idIn = (address = ''): string => /[\da-f-]{36}/.exec(address)?.[0] ?? '';

/** All kinds of writes, one per way in which the features store data. */
export const kinds: Kind[] = [
  creation('post', 12, 'posts', (turn) => call(feed.createPost, { body: text(turn) }), {
    onResponse(world, write, { id }) {
      if (isReservedForAuthor(write.key)) addItem(world, write, { kind: 'post', id });
      else world.posts.push({ id, optionIds: [] });
    },
  }),
  creation('post with a poll', 3, 'posts', (turn) => call(feed.createPost, { body: { ...text(turn), poll } }), {
    onResponse: (world, _, response) =>
      void world.posts.push({ id: response.id, optionIds: response.poll?.options.map(({ id }) => id) ?? [] }),
  }),
  {
    name: 'picture',
    weight: 2,
    make: ({ key }) => ({ ...call(uploadImage, {}), pictureField: 'file', markKind: 'pictures', slot: key }),
    onResponse(world, write, { url }) {
      write.mark = idIn(url);
      addItem(world, write, { kind: 'picture', id: url });
    },
  },
  creation(
    'post with a picture',
    4,
    'posts',
    (turn) => {
      // Any member's picture, because few members upload one in a short run.
      const picture = turn.world.items.findLast(({ kind }) => kind === 'picture');
      if (!picture) return undefined;
      removeItem(turn.world, picture.slot);
      const body = { ...text(turn), images: [{ url: picture.id, alt: 'Grey' }] };
      return { ...call(feed.createPost, { body }), by: picture.member };
    },
    { onResponse: (world, _, { images }) => void world.pictures.push(...images.map(({ url }) => url)) },
  ),
  change('post edit', 2, 'posts', 'post', ({ id }, turn) =>
    call(feed.updatePost, { params: { id }, body: text(turn) }),
  ),
  change('post deletion', 1, 'posts', 'post', ({ id }) => call(feed.deletePost, { params: { id } })),
  creation(
    'comment',
    10,
    'comments',
    (turn) => {
      const post = oneOf(turn.world.posts);
      return post && call(feed.createComment, { params: { id: post.id }, body: text(turn) });
    },
    {
      onResponse: (world, write, { id }) =>
        addItem(world, write, { kind: 'comment', id, postId: write.path.split('/')[3] ?? '' }),
    },
  ),
  change('comment deletion', 2, 'comments', 'comment', ({ id, postId = '' }) =>
    call(feed.deleteComment, { params: { id: postId, commentId: id } }),
  ),
  creation('comment on a meditation', 3, 'comments', (turn) =>
    call(createMeditationComment, { params: { id: oneOf(turn.world.meditations) ?? '' }, body: text(turn) }),
  ),
  assignment('vote', 5, 'votes', ({ world, member }) => {
    const post = oneOf(world.posts.filter(({ optionIds }) => optionIds.length > 0));
    const optionId = oneOf(post?.optionIds ?? []);
    if (!post || !optionId) return undefined;
    const subject = `${post.id} ${member.id}`;
    const request = call(votePoll, { params: { id: post.id }, body: { optionId } });
    return { request, subject, mark: `${subject} ${optionId}` };
  }),
  {
    name: 'like',
    weight: 15,
    make({ world, member }) {
      const id = oneOf(world.posts)?.id ?? '';
      const mark = `${id} ${member.id}`;
      if (!id || world.once.has(mark)) return undefined;
      world.once.add(mark);
      // A retry would undo it, so the state is read first when a response was lost.
      const statePath = call(feed.getLikeStatus, { params: { id } }).path;
      return { ...call(feed.toggleLike, { params: { id } }), markKind: 'likes', mark, slot: `like ${mark}`, statePath };
    },
  },
  creation('report', 2, 'reports', ({ world, member, key }) => {
    const post = oneOf(world.posts);
    const once = `report ${member.id} ${post?.id}`;
    if (!post || world.once.has(once)) return undefined;
    world.once.add(once);
    return call(createReport, {
      body: { subjectType: 'post', subjectId: post.id, reason: 'spam', note: textOf(key) },
    });
  }),
  creation('message', 10, 'messages', (turn) =>
    call(sendMessage, { body: { receiverId: turn.partner.id, clientId: turn.key, ...text(turn) } }),
  ),
  creation('listening', 6, 'keys', ({ world }) => {
    const params = { id: oneOf(world.meditations) ?? '' };
    return call(trackListening, { params, body: { secondsListened: 61, completed: false } });
  }),
  assignment('event answer', 6, 'attendances', ({ world, member }) => {
    const id = oneOf(world.events) ?? '';
    const going = oneOf([true, true, false]) ?? true;
    const subject = `${id} ${member.id}`;
    return { request: call(answerEvent, { params: { id }, body: { going } }), subject, mark: going ? subject : null };
  }),
  creation(
    'journal entry',
    5,
    'entries',
    (turn) => {
      const promptId = oneOf(turn.world.prompts);
      return promptId ? call(createJournalEntry, { body: { promptId, ...text(turn) } }) : undefined;
    },
    { onResponse: (world, write, { id }) => addItem(world, write, { kind: 'entry', id }) },
  ),
  change('journal entry edit', 3, 'entries', 'entry', ({ id }, turn) =>
    call(updateJournalEntry, { params: { id }, body: text(turn) }),
  ),
  assignment('connection request', 3, 'connections', ({ world, index, member }) => {
    // The member after the next one, so that two members never send each other a request.
    const other = world.members[index + 2];
    if (!other) return undefined;
    const subject = `${member.id} ${other.id}`;
    return { request: call(requestConnection, { body: { userId: other.id } }), subject, mark: `${subject} requested` };
  }),
  assignment('block or unblock', 3, 'blocks', ({ world, member }) => {
    const userId = oneOf(world.bystanders)?.id ?? '';
    const subject = `${member.id} ${userId}`;
    const isBlocking = oneOf([true, false]);
    const request = call(isBlocking ? block : unblock, { params: { userId } });
    return { request, subject, mark: isBlocking ? subject : null };
  }),
  assignment('profile', 3, 'profiles', ({ member, key }) => {
    const request = call(updateProfile, { body: { bio: textOf(key) } });
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
    onResponse(_, write, { profileImageUrl }) {
      write.mark = idIn(profileImageUrl);
    },
  },
  creation('waitlist entry', 1, 'waitlist', ({ key }) => call(joinWaitlist, { body: newcomer(key) }), {
    caller: 'visitor',
  }),
  creation(
    'sign-up',
    1,
    'accounts',
    ({ key }) => call(signUp, { body: { ...newcomer(key), password, isAdult: true, agreesToHealthData: true } }),
    { caller: 'visitor' },
  ),
  creation(
    'event',
    1,
    'events',
    ({ key }) => call(createEvent, { body: { title: textOf(key), eventDate: '2099-05-01T10:00:00Z' } }),
    { caller: 'admin' },
  ),
  creation('journal prompt', 1, 'prompts', ({ key }) => call(createJournalPrompt, { body: { prompt: textOf(key) } }), {
    caller: 'admin',
    onResponse: (world, _, { id }) => void world.prompts.push(id),
  }),
  creation(
    'removal by a moderator',
    1,
    'keys',
    ({ world }) => {
      // Removed from the list, so that no later write refers to it.
      const post = world.posts.length > 20 ? world.posts.shift() : undefined;
      return post && call(removeAsModerator, { body: { subjectType: 'post', subjectId: post.id, reason: 'be_kind' } });
    },
    { caller: 'admin' },
  ),
];
