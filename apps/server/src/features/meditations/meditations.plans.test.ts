import * as contract from '@commons/contract/meditations/schemas';
import { commonStatements, testPlans } from '../../../test/plans.ts';

testPlans({
  fill: `
    INSERT INTO meditations (id, title, description, theme, audio_url, duration, created_at)
      SELECT id, 'Rain', '', (ARRAY['breath', 'calm', 'sleep'])[1 + row_number() OVER () % 3], 'https://sounds.test/rain.mp3',
        60 + row_number() OVER () % 1800, created_at FROM posts;
    INSERT INTO meditation_comments (id, meditation_id, author_id, content, created_at)
      SELECT id, post_id, author_id, content, created_at FROM post_comments;
    INSERT INTO listening_allowances SELECT id, now() FROM users;
    INSERT INTO audit_log (id, action, subject_type, details, created_at)
      SELECT id, 'role.changed', 'member', '{}', created_at FROM posts`,
  async prepare(community) {
    const member = await community.member();
    const { id } = (await member.call(contract.listMeditations, {})).body[0]!;
    return async () => {
      await member.call(contract.listMeditations, {});
      await member.call(contract.listMeditations, { query: { theme: 'calm' } });
      await member.call(contract.listMeditations, { query: { length: 'short' } });
      await member.call(contract.listMeditations, { query: { theme: 'sleep', length: 'long' } });
      await member.call(contract.listMeditationFilters, {});
      await member.call(contract.getMeditation, { params: { id } });
      await member.call(contract.listMeditationComments, { params: { id } });
      await member.call(contract.trackListening, { params: { id }, body: { secondsListened: 60, completed: false } });
    };
  },
  isRecorded: (name) => ![...commonStatements, 'book_award', 'use_listening_allowance'].includes(name),
  // Listening takes two reads.
  names: [
    'meditation_page_21',
    'meditation_page_of_theme_21',
    'meditation_page_of_length_21',
    'meditation_page_of_theme_and_length_21',
    'meditation_filters',
    'meditation_by_id',
    'meditation_comment_page_21',
    'lock_listener',
    'find_listening',
  ],
  // Admins add each meditation, so the table is small.
  mayScan: (name) => (name === 'meditation_filters' ? ['meditations'] : []),
});
