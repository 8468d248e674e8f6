import * as contract from '@commons/contract/gratitude/schemas';
import { testPlans } from '../../../test/plans.ts';

testPlans({
  fill: `
    INSERT INTO gratitude_posts (id, author_id, content, position_x, position_y, rotation, created_at)
      SELECT id, author_id, left(content, 200), 40, 30, 2, created_at FROM posts`,
  async prepare(community) {
    const member = await community.member();
    return () => member.call(contract.listNotes, {});
  },
  names: ['note_page_21'],
});
