import * as csv from '@commons/contract/csv/schemas';
import * as contract from '@commons/contract/library/schemas';
import { testPlans } from '../../../test/plans.ts';

testPlans({
  fill: `
    INSERT INTO library_items (id, kind, title, author)
      SELECT gen_random_uuid(), CASE WHEN number % 3 = 0 THEN 'podcast' ELSE 'book' END, 'Title ' || number, 'Author'
      FROM generate_series(1, 20000) AS number`,
  prepare: async (community) => {
    const admin = await community.member({ role: 'admin' });
    return async () => {
      const { id } = (await admin.call(contract.listBooks, {})).body[0]!;
      await admin.call(contract.listPodcasts, { query: { limit: 24 } });
      const table = `id,title,author,description,imageUrl,buyLink\n${id},Changed,,,,\n,title 7,author,,,\n`;
      await admin.call(csv.checkCsv, { params: { kind: 'books' }, body: { csv: table } });
      await admin.send('GET', '/api/admin/csv/podcasts');
      await admin.call(contract.updateBook, { params: { id }, body: { title: 'Changed' } });
    };
  },
  isRecorded: (name) => name.includes('library'),
  names: ['library_page_21', 'library_page_51'],
  unsorted: /^library_page/,
});
