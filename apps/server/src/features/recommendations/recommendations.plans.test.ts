import * as contract from '@commons/contract/recommendations/schemas';
import { testPlans } from '../../../test/plans.ts';

testPlans({
  fill: `
    INSERT INTO recommendations (id, author_id, type, title, content, likes_count, created_at)
      SELECT id, author_id, CASE WHEN random() < 0.05 THEN 'podcast' ELSE 'book' END, 'A book', content, likes_count,
        created_at
      FROM posts;
    INSERT INTO recommendation_likes SELECT post_id, member_id, created_at FROM post_likes`,
  async prepare(community) {
    const member = await community.member();
    const list = (type: 'book' | 'podcast') => member.call(contract.listRecommendations, { query: { type } });
    const { id } = (await list('book')).body[0]!;
    return async () => {
      await list('book');
      await list('podcast');
      await member.call(contract.getRecommendation, { params: { id } });
    };
  },
  names: ['recommendation_type_page_21', 'recommendation_type_page_21', 'visible_recommendation'],
});
