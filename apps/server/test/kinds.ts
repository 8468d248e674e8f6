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

type ContributionList = { body: { id: string; isAwaitingReview: boolean }[] };

/** A contribution, with a function that reads the list in which it appears. */
export type CreatedContribution = { id: string; text: string; list: (reader: Member) => Promise<ContributionList> };

const text = 'Words that somebody wrote';
const position = { positionX: 30, positionY: 30, rotation: 0 };

/** Creates one contribution of each kind, by the name of the kind. A new kind must be added here. */
export const createContribution: Record<
  string,
  (community: Community, author: Member) => Promise<CreatedContribution>
> = {
  async post(_community, author) {
    const { id } = (await author.call(createPost, { body: { content: text } })).body;
    return { id, text, list: (reader) => reader.call(listPosts, { query: { limit: 100 } }) };
  },
  async comment(community, author) {
    const other = await community.member();
    const post = (await other.call(createPost, { body: { content: 'A quiet day' } })).body;
    const params = { id: post.id };
    const { id } = (await author.call(createComment, { params, body: { content: text } })).body;
    return { id, text, list: (reader) => reader.call(listComments, { params }) };
  },
  async win(_community, author) {
    const body = { title: 'A win', content: text, category: 'other' } as const;
    const { id } = (await author.call(createWin, { body })).body;
    return { id, text, list: (reader) => reader.call(listWins, { query: { limit: 100 } }) };
  },
  async note(_community, author) {
    const { id } = (await author.call(createNote, { body: { content: text, ...position } })).body;
    return { id, text, list: (reader) => reader.call(listNotes, { query: { limit: 100 } }) };
  },
  async recommendation(_community, author) {
    const body = { type: 'book', title: 'A book', content: text, link: null } as const;
    const { id } = (await author.call(createRecommendation, { body })).body;
    return { id, text, list: (reader) => reader.call(listRecommendations, { query: { type: 'book', limit: 100 } }) };
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
    const { id } = (await author.call(createMeditationComment, { params, body: { content: text } })).body;
    return { id, text, list: (reader) => reader.call(listMeditationComments, { params }) };
  },
};
