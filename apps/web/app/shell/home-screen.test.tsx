import { connectionCalls } from '@commons/contract/connections/calls';
import { feedCalls } from '@commons/contract/feed/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reply } from '../../test/api.ts';
import { postOf } from '../../test/posts.ts';
import { cardWith, renderScreen, tom } from '../../test/screen.tsx';
import MemberHome from './home-screen.tsx';

test('help and suggestions follow the third post below 1280 px, and are not in the feed on wider screens', async () => {
  reply(feedCalls.countUnansweredPosts, { count: 0 });
  reply(connectionCalls.listSuggestedConnections, [{ ...tom, sharedConnections: 0 }]);
  const posts = Array.from({ length: 6 }, (_, number) => postOf(`Note ${number}`));
  reply(feedCalls.listPosts, posts);
  const hotline = page.getByRole('main').getByRole('link', { name: /^Crisis Hotline/ });
  await page.viewport(375, 800);
  await renderScreen(<MemberHome />);
  await expect.element(cardWith('Note 5')).toBeInTheDocument();
  for (const width of [375, 768, 1024, 1279]) {
    await page.viewport(width, 800);
    await expect.element(hotline).toBeInTheDocument();
    // The DOM has the same order, for keyboard users.
    const inOrderOfDom = [...document.querySelectorAll('main article, main h2')].filter(
      ({ tagName, textContent }) => tagName === 'ARTICLE' || /^(Helpful|Suggested)/.test(textContent),
    );
    const inOrderOfSight = inOrderOfDom.toSorted(
      (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
    );
    for (const elements of [inOrderOfDom, inOrderOfSight])
      expect(
        elements.map(({ tagName, textContent }) => (tagName === 'ARTICLE' ? 'post' : textContent)),
        `${width} px`,
      ).toEqual([
        ...['post', 'post', 'post', 'Helpful Resources', 'Suggested Connections'],
        ...['post', 'post', 'post'],
      ]);
  }
  await page.viewport(1280, 800);
  await expect.element(hotline).not.toBeInTheDocument();
});
