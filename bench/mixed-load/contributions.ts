import * as feed from '@commons/contract/feed/schemas';
import * as gratitude from '@commons/contract/gratitude/schemas';
import { uploadImage } from '@commons/contract/media/schemas';
import * as meditations from '@commons/contract/meditations/schemas';
import { votePoll } from '@commons/contract/polls/schemas';
import * as recommendations from '@commons/contract/recommendations/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import * as wins from '@commons/contract/wins/schemas';
import type { World } from './world.ts';
import {
  addItem,
  assignment,
  call,
  change,
  creation,
  findLatestItem,
  type Kind,
  removeItem,
  textOf,
  type Write,
} from './write.ts';

/** Every eighth post may be changed or deleted by its author, so other members do not use it. */
const isReservedForAuthor = (key: string): boolean => Number.parseInt(key.slice(0, 2), 16) % 8 === 0;

const note = { positionX: 40, positionY: 30, rotation: 2 };
const poll = { options: ['Every day', 'Sometimes', 'Not yet'], days: 7 };

/** A reaction that toggles. A retry would undo it, so the state is read first when a response was lost. */
const reaction = (
  name: string,
  weight: number,
  markKind: 'likes' | 'cheers' | 'thanks',
  options: {
    idsIn: (world: World) => readonly string[];
    request: (id: string) => Pick<Write, 'method' | 'path'>;
    statePath: (id: string) => string;
  },
): Kind => ({
  name,
  weight,
  make({ world, member, pick }) {
    const id = pick(options.idsIn(world));
    const mark = `${id} ${member.id}`;
    const slot = `${markKind} ${mark}`;
    if (!id || world.once.has(slot)) return undefined;
    world.once.add(slot);
    return { ...options.request(id), markKind, mark, slot, statePath: options.statePath(id) };
  },
});

/** Contributions of members, and reactions of others to them. */
export const contributionKinds: Kind[] = [
  creation('post', 12, 'posts', ({ key }) => call(feed.createPost, { body: { content: textOf(key) } }), {
    onResponse(world, write, { id }) {
      if (isReservedForAuthor(write.key)) addItem(world, write, { kind: 'post', id });
      else world.posts.push({ id, optionIds: [] });
    },
  }),
  creation(
    'post with a poll',
    3,
    'posts',
    ({ key }) => call(feed.createPost, { body: { content: textOf(key), poll } }),
    {
      onResponse: (world, _, response) =>
        void world.posts.push({ id: response.id, optionIds: response.poll?.options.map(({ id }) => id) ?? [] }),
    },
  ),
  {
    name: 'picture',
    weight: 2,
    make: ({ key }) => ({ ...call(uploadImage, {}), pictureField: 'file', markKind: 'pictures', slot: key }),
    onResponse(world, write, { url }) {
      write.mark = /[\da-f-]{36}/.exec(url)?.[0] ?? '';
      addItem(world, write, { kind: 'picture', id: url });
    },
  },
  creation(
    'post with a picture',
    4,
    'posts',
    (turn) => {
      const picture = findLatestItem(turn, 'picture');
      if (!picture) return undefined;
      removeItem(turn.world, turn.member, picture.slot);
      return call(feed.createPost, { body: { content: textOf(turn.key), images: [{ url: picture.id, alt: 'Grey' }] } });
    },
    { onResponse: (world, _, { images }) => void world.pictures.push(...images.map(({ url }) => url)) },
  ),
  change('post edit', 2, 'posts', {
    item: 'post',
    request: ({ id }, { key }) => call(feed.updatePost, { params: { id }, body: { content: textOf(key) } }),
  }),
  change('post deletion', 1, 'posts', {
    item: 'post',
    isDeletion: true,
    request: ({ id }) => call(feed.deletePost, { params: { id } }),
  }),
  creation(
    'comment',
    10,
    'comments',
    ({ world, key, pick }) => {
      const post = pick(world.posts);
      return post && call(feed.createComment, { params: { id: post.id }, body: { content: textOf(key) } });
    },
    {
      onResponse: (world, write, { id }) =>
        addItem(world, write, { kind: 'comment', id, postId: write.path.split('/')[3] ?? '' }),
    },
  ),
  change('comment deletion', 2, 'comments', {
    item: 'comment',
    isDeletion: true,
    request: ({ id, postId = '' }) => call(feed.deleteComment, { params: { id: postId, commentId: id } }),
  }),
  creation('comment on a meditation', 3, 'comments', ({ world, key, pick }) =>
    call(meditations.createMeditationComment, {
      params: { id: pick(world.meditations) ?? '' },
      body: { content: textOf(key) },
    }),
  ),
  assignment('vote', 5, 'votes', ({ world, member, pick }) => {
    const post = pick(world.posts.filter(({ optionIds }) => optionIds.length > 0));
    const optionId = pick(post?.optionIds ?? []);
    if (!post || !optionId) return undefined;
    const subject = `${post.id} ${member.id}`;
    const request = call(votePoll, { params: { id: post.id }, body: { optionId } });
    return { request, subject, mark: `${subject} ${optionId}` };
  }),
  creation('note', 5, 'notes', ({ key }) => call(gratitude.createNote, { body: { content: textOf(key), ...note } }), {
    onResponse: (world, write, { id }) => addItem(world, write, { kind: 'note', id }),
  }),
  change('note deletion', 1, 'notes', {
    item: 'note',
    isDeletion: true,
    request: ({ id }) => call(gratitude.deleteNote, { params: { id } }),
  }),
  creation(
    'win',
    5,
    'wins',
    ({ key }) =>
      call(wins.createWin, { body: { title: 'A letter answered', content: textOf(key), category: 'other' } }),
    { onResponse: (world, _, { id }) => void world.wins.push(id) },
  ),
  creation(
    'recommendation',
    4,
    'recommendations',
    ({ key }) =>
      call(recommendations.createRecommendation, {
        body: { type: 'book', title: 'Quiet', content: textOf(key), link: null },
      }),
    { onResponse: (world, _, { id }) => void world.recommendations.push(id) },
  ),
  reaction('like', 10, 'likes', {
    idsIn: ({ posts }) => posts.map(({ id }) => id),
    request: (id) => call(feed.toggleLike, { params: { id } }),
    statePath: (id) => call(feed.getLikeStatus, { params: { id } }).path,
  }),
  reaction('cheer', 5, 'cheers', {
    idsIn: (world) => world.wins,
    request: (id) => call(wins.toggleCheer, { params: { id } }),
    statePath: (id) => call(wins.getWin, { params: { id } }).path,
  }),
  reaction('thanks for a recommendation', 4, 'thanks', {
    idsIn: (world) => world.recommendations,
    request: (id) => call(recommendations.toggleRecommendationLike, { params: { id } }),
    statePath: (id) => call(recommendations.getRecommendation, { params: { id } }).path,
  }),
  creation('report', 2, 'reports', ({ world, member, key, pick }) => {
    const post = pick(world.posts);
    const once = `report ${member.id} ${post?.id}`;
    if (!post || world.once.has(once)) return undefined;
    world.once.add(once);
    const body = { subjectType: 'post', subjectId: post.id, reason: 'spam', note: textOf(key) } as const;
    return call(createReport, { body });
  }),
];
