import * as contract from '@commons/contract/wins/schemas';
import { testPlans } from '../../../test/plans.ts';

testPlans({
  fill: `
    INSERT INTO wellness_wins (id, author_id, title, content, category, likes_count, created_at)
      SELECT id, author_id, 'A walk', content, CASE WHEN random() < 0.05 THEN 'spiritual' ELSE 'other' END, 2, created_at
      FROM posts;
    INSERT INTO wellness_win_cheers SELECT post_id, member_id, created_at FROM post_likes`,
  async prepare(community) {
    const member = await community.member();
    const { id } = (await member.call(contract.listWins, {})).body[0]!;
    return async () => {
      await member.call(contract.listWins, {});
      await member.call(contract.listWins, { query: { category: 'spiritual' } });
      await member.call(contract.getWin, { params: { id } });
    };
  },
  names: ['win_page_21', 'win_category_page_21', 'visible_win'],
});
