import type { Problem } from '@commons/contract/problem/schemas';
import * as contract from '@commons/contract/recommendations/schemas';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { invalidWebAddresses } from '../../../test/hostile-links.ts';

const community = setUpCommunity();

const book = { type: 'book', title: 'Tales', content: 'For a long night.' } as const;

test('a link that is not http or https, or hides its target, is rejected with its field name', async () => {
  const ana = await community.current.member();
  const { id } = (await ana.call(contract.createRecommendation, { body: book })).body;
  for (const link of invalidWebAddresses) {
    for (const [method, path] of [
      ['POST', '/api/recommendations'],
      ['PUT', `/api/recommendations/${id}`],
    ] as const) {
      const rejection = await ana.send<Problem>(method, path, { body: { ...book, link } });
      expect(rejection.status, JSON.stringify(link)).toBe(400);
      const paths = rejection.body.errors?.map((error) => error.path);
      expect([...new Set(paths)], JSON.stringify(link)).toEqual(['link']);
    }
  }
  expect((await ana.call(contract.getRecommendation, { params: { id } })).body.link).toBeNull();
});

test.for([
  'http://podcasts.example',
  'HTTPS://Books.Example/Summer',
  'https://books.example:8443/a?b=c#d',
  'https://bücher.example/grün',
  'https://books.example/a@b',
])('%s is stored unchanged', async (link) => {
  const ana = await community.current.member();
  expect((await ana.call(contract.createRecommendation, { body: { ...book, link } })).body).toMatchObject({ link });
});
