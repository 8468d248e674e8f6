import * as contract from '@commons/contract/journal/schemas';
import { testPlans } from '../../../test/plans.ts';

testPlans({
  fill: `
    INSERT INTO journal_categories (name) SELECT 'Category ' || number FROM generate_series(1, 400) AS number;
    INSERT INTO journal_prompts (id, category_id, prompt, is_deleted)
      SELECT id, CASE WHEN random() < 0.5 THEN 7 ELSE 2 + floor(random() * 400) END, 'Why?', random() < 0.1 FROM posts;
    INSERT INTO journal_entries (id, member_id, prompt_id, prompt, content, created_at)
      SELECT id, author_id, post_id, 'Why?', content, created_at FROM post_comments`,
  async prepare(community) {
    const member = await community.member();
    const { id: promptId } = (await member.call(contract.listJournalPrompts, {})).body[0]!;
    return async () => {
      await member.call(contract.listJournalCategories, {});
      await member.call(contract.listJournalPrompts, {});
      await member.call(contract.listJournalPrompts, { query: { categoryId: 7 } });
      await member.call(contract.getTodaysJournalPrompt, {});
      await member.call(contract.getJournalPrompt, { params: { id: promptId } });
      await member.call(contract.listJournalEntries, {});
      const { id } = (await member.call(contract.createJournalEntry, { body: { promptId, content: 'Because' } })).body;
      await member.call(contract.getJournalEntry, { params: { id } });
      await member.call(contract.updateJournalEntry, { params: { id }, body: { content: 'And then', revision: 1 } });
    };
  },
  // The prompt of the day sorts the ids of at most 1,000 prompts.
  unsorted: /^(?!journal_prompt_of_day$)/,
  names: [
    'journal_category_page_21',
    'journal_prompt_page_21',
    'journal_prompt_page_of_category_21',
    'journal_prompt_of_day',
    'journal_prompt_by_id',
    'journal_entry_page_21',
    'insert_journal_entry',
    'journal_entry_of_member',
    'change_journal_entry',
  ],
});
