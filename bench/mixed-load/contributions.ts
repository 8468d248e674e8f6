import * as feed from '@commons/contract/feed/schemas';
import * as gratitude from '@commons/contract/gratitude/schemas';
import { uploadImage } from '@commons/contract/media/schemas';
import * as meditations from '@commons/contract/meditations/schemas';
import { votePoll } from '@commons/contract/polls/schemas';
import * as recommendations from '@commons/contract/recommendations/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import * as wins from '@commons/contract/wins/schemas';
import type { World } from './world.ts';
import { call, type Kind, type WriteContext, type Write, textOf } from './write.ts';

/** Returns the member's newest item of a kind, which they can change or delete. */
const findLatestItem = ({ world, member }: WriteContext, kind: string) =>
  world.itemsByMember.get(member.id)?.findLast((one) => one.kind === kind);

const addItem = (world: World, write: Write, made: { kind: string; id: string; postId?: string }) => {
  const memberId = world.members[write.by ?? -1]?.id ?? '';
  world.itemsByMember.getOrInsertComputed(memberId, () => []).push({ ...made, slot: write.slot });
};

/** Removes a deleted item from its author's list. */
const removeItem = (world: World, { by, slot }: Write) => {
  const memberId = world.members[by ?? -1]?.id ?? '';
  world.itemsByMember.set(memberId, world.itemsByMember.get(memberId)?.filter((one) => one.slot !== slot) ?? []);
};

/** Every eighth post may be changed or deleted by its author, so other members do not use it. */
const isReservedForAuthor = (key: string): boolean => Number.parseInt(key.slice(0, 2), 16) % 8 === 0;

const idOfPicture = (address: string): string => /[\da-f-]{36}/.exec(address)?.[0] ?? '';

const note = { positionX: 40, positionY: 30, rotation: 2 };
const pollOf = { options: ['Every day', 'Sometimes', 'Not yet'], days: 7 };

/** A reaction that toggles. A retry would undo it, so the state is read first when a response was lost. */
const reaction = (
  name: string,
  keptIn: 'likes' | 'cheers' | 'thanks',
  options: {
    weight: number;
    from: (world: World) => readonly string[];
    make: (id: string) => Pick<Write, 'method' | 'path'>;
    look: (id: string) => string;
  },
): Kind => ({
  name,
  weight: options.weight,
  make({ world, member, pick }) {
    const id = pick(options.from(world));
    const mark = `${id} ${member.id}`;
    if (!id || world.once.has(`${keptIn} ${mark}`)) return undefined;
    world.once.add(`${keptIn} ${mark}`);
    return { ...options.make(id), markKind: keptIn, mark, slot: `${keptIn} ${mark}`, statePath: options.look(id) };
  },
});

/** Contributions of members, and reactions of others to them. */
export const contributionKinds: Kind[] = [
  {
    name: 'post',
    weight: 12,
    make: ({ key }) => ({
      ...call(feed.createPost, { body: { content: textOf(key) } }),
      markKind: 'posts',
      mark: key,
      slot: key,
    }),
    onResponse(world, write, { id }) {
      if (isReservedForAuthor(write.key)) addItem(world, write, { kind: 'post', id });
      else world.posts.push({ id, optionIds: [] });
    },
  },
  {
    name: 'post with a poll',
    weight: 3,
    make: ({ key }) => ({
      ...call(feed.createPost, { body: { content: textOf(key), poll: pollOf } }),
      markKind: 'posts',
      mark: key,
      slot: key,
    }),
    onResponse(world, _, { id, poll }) {
      world.posts.push({ id, optionIds: poll?.options.map((option) => option.id) ?? [] });
    },
  },
  {
    name: 'picture',
    weight: 2,
    make: ({ key }) => ({ ...call(uploadImage, {}), pictureField: 'file', markKind: 'pictures', slot: key }),
    onResponse(world, write, { url }) {
      write.mark = idOfPicture(url);
      addItem(world, write, { kind: 'picture', id: url });
    },
  },
  {
    name: 'post with a picture',
    weight: 4,
    make(turn) {
      const picture = findLatestItem(turn, 'picture');
      if (!picture) return undefined;
      removeItem(turn.world, { by: turn.index, slot: picture.slot } as Write);
      return {
        ...call(feed.createPost, { body: { content: textOf(turn.key), images: [{ url: picture.id, alt: 'Grey' }] } }),
        markKind: 'posts',
        mark: turn.key,
        slot: turn.key,
      };
    },
  },
  {
    name: 'post edit',
    weight: 2,
    make(turn) {
      const post = findLatestItem(turn, 'post');
      if (!post) return undefined;
      const change = { params: { id: post.id }, body: { content: textOf(turn.key) } };
      return { ...call(feed.updatePost, change), markKind: 'posts', mark: turn.key, slot: post.slot };
    },
  },
  {
    name: 'post deletion',
    weight: 1,
    make(turn) {
      const post = findLatestItem(turn, 'post');
      if (!post) return undefined;
      return { ...call(feed.deletePost, { params: { id: post.id } }), markKind: 'posts', mark: null, slot: post.slot };
    },
    onResponse: removeItem,
  },
  {
    name: 'comment',
    weight: 10,
    make({ world, key, pick }) {
      const post = pick(world.posts);
      if (!post) return undefined;
      const request = call(feed.createComment, { params: { id: post.id }, body: { content: textOf(key) } });
      return { ...request, markKind: 'comments', mark: key, slot: key };
    },
    onResponse(world, write, { id }) {
      addItem(world, write, { kind: 'comment', id, postId: write.path.split('/')[3] ?? '' });
    },
  },
  {
    name: 'comment deletion',
    weight: 2,
    make(turn) {
      const comment = findLatestItem(turn, 'comment');
      if (!comment) return undefined;
      const params = { id: comment.postId ?? '', commentId: comment.id };
      return { ...call(feed.deleteComment, { params }), markKind: 'comments', mark: null, slot: comment.slot };
    },
    onResponse: removeItem,
  },
  {
    name: 'comment on a meditation',
    weight: 3,
    make({ world, key, pick }) {
      const params = { id: pick(world.meditations) ?? '' };
      const request = call(meditations.createMeditationComment, { params, body: { content: textOf(key) } });
      return { ...request, markKind: 'comments', mark: key, slot: key };
    },
  },
  {
    name: 'vote',
    weight: 5,
    make({ world, member, pick }) {
      const post = pick(world.posts.filter(({ optionIds }) => optionIds.length > 0));
      const optionId = pick(post?.optionIds ?? []);
      if (!post || !optionId) return undefined;
      return {
        ...call(votePoll, { params: { id: post.id }, body: { optionId } }),
        markKind: 'votes',
        mark: `${post.id} ${member.id} ${optionId}`,
        slot: `vote ${post.id} ${member.id}`,
      };
    },
  },
  {
    name: 'note',
    weight: 5,
    make: ({ key }) => ({
      ...call(gratitude.createNote, { body: { content: textOf(key), ...note } }),
      markKind: 'notes',
      mark: key,
      slot: key,
    }),
    onResponse: (world, write, { id }) => addItem(world, write, { kind: 'note', id }),
  },
  {
    name: 'note deletion',
    weight: 1,
    make(turn) {
      const one = findLatestItem(turn, 'note');
      if (!one) return undefined;
      return {
        ...call(gratitude.deleteNote, { params: { id: one.id } }),
        markKind: 'notes',
        mark: null,
        slot: one.slot,
      };
    },
    onResponse: removeItem,
  },
  {
    name: 'win',
    weight: 5,
    make: ({ key }) => ({
      ...call(wins.createWin, { body: { title: 'A letter answered', content: textOf(key), category: 'other' } }),
      markKind: 'wins',
      mark: key,
      slot: key,
    }),
    onResponse: (world, _, { id }) => void world.wins.push(id),
  },
  {
    name: 'recommendation',
    weight: 4,
    make: ({ key }) => ({
      ...call(recommendations.createRecommendation, {
        body: { type: 'book', title: 'Quiet', content: textOf(key), link: null },
      }),
      markKind: 'recommendations',
      mark: key,
      slot: key,
    }),
    onResponse: (world, _, { id }) => void world.recommendations.push(id),
  },
  reaction('like', 'likes', {
    weight: 10,
    from: ({ posts }) => posts.map(({ id }) => id),
    make: (id) => call(feed.toggleLike, { params: { id } }),
    look: (id) => call(feed.getLikeStatus, { params: { id } }).path,
  }),
  reaction('cheer', 'cheers', {
    weight: 5,
    from: ({ wins: all }) => all,
    make: (id) => call(wins.toggleCheer, { params: { id } }),
    look: (id) => call(wins.getWin, { params: { id } }).path,
  }),
  reaction('thanks for a recommendation', 'thanks', {
    weight: 4,
    from: ({ recommendations: all }) => all,
    make: (id) => call(recommendations.toggleRecommendationLike, { params: { id } }),
    look: (id) => call(recommendations.getRecommendation, { params: { id } }).path,
  }),
  {
    name: 'report',
    weight: 2,
    make({ world, member, key, pick }) {
      const post = pick(world.posts);
      if (!post || world.once.has(`report ${member.id} ${post.id}`)) return undefined;
      world.once.add(`report ${member.id} ${post.id}`);
      const body = { subjectType: 'post', subjectId: post.id, reason: 'spam', note: textOf(key) } as const;
      return { ...call(createReport, { body }), markKind: 'reports', mark: key, slot: key };
    },
  },
];
