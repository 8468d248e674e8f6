import { createComment, createPost, listComments, listPosts } from '@commons/contract/feed/schemas';
import { createNote, listNotes } from '@commons/contract/gratitude/schemas';
import {
  createMeditation,
  createMeditationComment,
  listMeditationComments,
} from '@commons/contract/meditations/schemas';
import { createRecommendation, listRecommendations } from '@commons/contract/recommendations/schemas';
import { createWin, listWins } from '@commons/contract/wins/schemas';
import type { Community, Member } from './community.ts';

type Listed = { body: { id: string; isAwaitingReview: boolean }[] };

/** A contribution, with a function that reads the list in which it appears. */
export type Written = { id: string; words: string; list: (reader: Member) => Promise<Listed> };

const words = 'Words that somebody wrote';
const place = { positionX: 30, positionY: 30, rotation: 0 };

/** Creates one contribution of each kind, by the name of the kind. A new kind must be added here. */
export const createContribution: Record<string, (community: Community, author: Member) => Promise<Written>> = {
  async post(_community, author) {
    const { id } = (await author.call(createPost, { body: { content: words } })).body;
    return { id, words, list: (reader) => reader.call(listPosts, { query: { limit: 100 } }) };
  },
  async comment(community, author) {
    const other = await community.member();
    const post = (await other.call(createPost, { body: { content: 'A quiet day' } })).body;
    const params = { id: post.id };
    const { id } = (await author.call(createComment, { params, body: { content: words } })).body;
    return { id, words, list: (reader) => reader.call(listComments, { params }) };
  },
  async win(_community, author) {
    const body = { title: 'A win', content: words, category: 'other' } as const;
    const { id } = (await author.call(createWin, { body })).body;
    return { id, words, list: (reader) => reader.call(listWins, { query: { limit: 100 } }) };
  },
  async note(_community, author) {
    const { id } = (await author.call(createNote, { body: { content: words, ...place } })).body;
    return { id, words, list: (reader) => reader.call(listNotes, { query: { limit: 100 } }) };
  },
  async recommendation(_community, author) {
    const body = { type: 'book', title: 'A book', content: words, link: null } as const;
    const { id } = (await author.call(createRecommendation, { body })).body;
    return { id, words, list: (reader) => reader.call(listRecommendations, { query: { type: 'book', limit: 100 } }) };
  },
  async meditation_comment(community, author) {
    const admin = await community.member({ role: 'admin' });
    const body = {
      title: 'Rain',
      description: 'Listen.',
      audioUrl: 'https://a.test/a.mp3',
      albumCoverUrl: null,
      duration: 60,
    };
    const params = { id: (await admin.call(createMeditation, { body })).body.id };
    const { id } = (await author.call(createMeditationComment, { params, body: { content: words } })).body;
    return { id, words, list: (reader) => reader.call(listMeditationComments, { params }) };
  },
};
