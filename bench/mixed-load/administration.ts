import { setUserFlag } from '@commons/contract/admin/schemas';
import { createEvent } from '@commons/contract/events/schemas';
import { createJournalPrompt } from '@commons/contract/journal/schemas';
import { createBook, createPodcast } from '@commons/contract/library/schemas';
import { removeAsModerator } from '@commons/contract/moderation/schemas';
import { call, type Kind, textOf } from './write.ts';

const link = 'https://books.test/quiet';

/** Writes of admins. */
export const adminKinds: Kind[] = [
  {
    name: 'event',
    weight: 1,
    isByAdmin: true,
    make: ({ key }) => ({
      ...call(createEvent, { body: { title: textOf(key), eventDate: '2099-05-01T10:00:00Z' } }),
      markKind: 'events',
      mark: key,
      slot: key,
    }),
  },
  {
    name: 'journal prompt',
    weight: 1,
    isByAdmin: true,
    make: ({ key }) => ({
      ...call(createJournalPrompt, { body: { prompt: textOf(key) } }),
      markKind: 'prompts',
      mark: key,
      slot: key,
    }),
    onResponse: (world, _, { id }) => void world.prompts.push(id),
  },
  {
    name: 'book',
    weight: 1,
    isByAdmin: true,
    make: ({ key }) => ({
      ...call(createBook, { body: { title: textOf(key), author: 'Robin Field', buyLink: link } }),
      markKind: 'library',
      mark: key,
      slot: key,
    }),
  },
  {
    name: 'podcast',
    weight: 1,
    isByAdmin: true,
    make: ({ key }) => ({
      ...call(createPodcast, { body: { title: textOf(key), podcastLink: link } }),
      markKind: 'library',
      mark: key,
      slot: key,
    }),
  },
  {
    name: 'flag',
    weight: 1,
    isByAdmin: true,
    make({ world, pick }) {
      const userId = pick(world.bystanders)?.id ?? '';
      const flagged = pick([true, false]) ?? true;
      return {
        ...call(setUserFlag, { params: { userId }, body: { flagged } }),
        markKind: 'flags',
        mark: flagged ? `${userId} flagged` : null,
        slot: `flag ${userId}`,
      };
    },
  },
  {
    name: 'removal by a moderator',
    weight: 1,
    isByAdmin: true,
    make({ world, key }) {
      // Removed from the list, so that no later write refers to it.
      const post = world.posts.length > 20 ? world.posts.shift() : undefined;
      if (!post) return undefined;
      const body = { subjectType: 'post', subjectId: post.id, reason: 'be_kind' } as const;
      return { ...call(removeAsModerator, { body }), markKind: 'keys', mark: key, slot: key };
    },
  },
];
